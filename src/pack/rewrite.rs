//! Packs into new packs that hold only what is needed of them.

use super::index::{Index, Place, Slot};
use super::name::Name;
use super::read::BlobReader;
use super::record::{Block, BlockClass, Encoding, Item};
use super::write::Writer;
use super::{Packed, Packer};
use crate::model::{Blob, Bytes, Sorted};

impl Packer {
    /// New packs that hold what is needed of `packs`, which may be removed once the new ones are stored.
    ///
    /// A block of which all is needed moves as it is, unless it was made for speed. One that is damaged does too: nothing that was
    /// stored is given up here. Reads nothing but `packs`.
    pub fn rewrite(&mut self, packs: &Sorted<u32, Bytes>, index: &Index) -> Vec<Packed> {
        let pack = |number| packs.get(&number).cloned();
        let mut reader = BlobReader::new(index, &pack, &|_| None);
        let mut done = Vec::new();
        let mut take = |pack| done.push(pack);
        let mut writer = Writer::new(&mut self.codec, &mut take);
        for class in [BlockClass::Content, BlockClass::Chunk, BlockClass::Tree] {
            for (number, bytes) in packs {
                let Some(entry) = index.packs.get(number) else { continue };
                for (at, block) in (0u32..).zip(&entry.contents.blocks).filter(|(_, block)| block.class == class) {
                    move_block(&mut writer, &mut reader, index, (*number, at, block), bytes);
                }
            }
            writer.close_all();
        }
        for number in packs.keys() {
            let files = index.packs.get(number).map(|entry| entry.contents.files.as_slice()).unwrap_or_default();
            for (at, file) in (0u32..).zip(files) {
                if index.is_kept_at(&Name::Blob(file.id), Place { pack: *number, slot: Slot::File(at) }) {
                    writer.add_file(file.clone());
                }
            }
        }
        writer.finish();
        done
    }
}

fn move_block(
    writer: &mut Writer<'_>,
    reader: &mut BlobReader<'_>,
    index: &Index,
    (pack, at, block): (u32, u32, &Block),
    bytes: &[u8],
) {
    let needed = |item: u32, entry: &Item| {
        index.is_kept_at(&block.name(entry.id), Place { pack, slot: Slot::Item { block: at, item } })
    };
    let mut items = block.items.clone();
    for (item, entry) in (0u32..).zip(&mut items) {
        if !needed(item, entry) {
            entry.make_hole();
        }
    }
    let holes = items.iter().filter(|item| item.is_hole()).count();
    if holes == items.len() {
        return;
    }
    // What a large capture made for speed is made anew for space.
    let as_it_is = holes == 0 && block.encoding != Encoding::Lz4;
    match if as_it_is { None } else { open(reader, (pack, at), &items) } {
        Some(parts) => parts.iter().for_each(|blob| writer.share(block.class, blob.id(), blob.bytes())),
        // The check of a damaged block moves with it, so that it is still known to be damaged. What else it held
        // is not listed again: a good copy of it, stored since, must not be hidden.
        None => writer.add_block(block.class, block.encoding, block.bytes_in(bytes), block.check, items),
    }
}

/// The `items` of a block, if all of them can be read.
fn open(reader: &mut BlobReader<'_>, (pack, at): (u32, u32), items: &[Item]) -> Option<Vec<Blob>> {
    let raw = reader.block(pack, at, 0)?;
    let needed = items.iter().filter(|item| !item.is_hole());
    needed
        .map(|item| {
            let start = item.start as usize;
            Blob::verified(item.id, raw.get(start..start + item.length as usize)?)
        })
        .collect()
}

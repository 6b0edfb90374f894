//! A time limit on work that the browser may never finish.
//!
//! The browser does not always say that an open is blocked: one that waits behind another tab's request gets no event
//! at all (rules S9 to S11). So the limit is a timer.

use js_sys::{Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;

use super::signal::Signal;

/// How long an open or a removal of the database may take, in milliseconds. A healthy one takes some 10 ms, a slow
/// phone some 100; a person notices a wait of a few seconds.
pub(super) const OPEN_LIMIT_MS: u32 = 3_000;

/// Waits for `work`, but not longer than `limit_ms`; `None` when it is over.
///
/// The work itself goes on. What it brings too late is dropped, so its type must let go of what it holds on drop.
pub(super) async fn within<T: 'static>(limit_ms: u32, work: impl Future<Output = T> + 'static) -> Option<T> {
    let signal = Signal::new();
    let timer = Timer::start(limit_ms, signal.clone());
    let done = signal.clone();
    spawn_local(async move {
        let result = work.await;
        // Dropped there when the limit was over first.
        done.give(Some(result));
    });
    let result = signal.wait().await;
    drop(timer);
    result
}

/// A timer of the page or worker, stopped on drop.
struct Timer {
    id: JsValue,
    _callback: Closure<dyn FnMut()>,
}

impl Timer {
    /// Gives `None` to `signal` after `limit_ms`. Where there is no timer the work is simply waited for.
    fn start<T: 'static>(limit_ms: u32, signal: Signal<Option<T>>) -> Self {
        let callback = Closure::<dyn FnMut()>::new(move || signal.give(None));
        let id = call_global("setTimeout", callback.as_ref(), &limit_ms.into());
        Self { id, _callback: callback }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        call_global("clearTimeout", &self.id, &JsValue::UNDEFINED);
    }
}

/// Calls a function that windows and workers both have, under the same name.
fn call_global(name: &str, first: &JsValue, second: &JsValue) -> JsValue {
    let global = js_sys::global();
    let function = Reflect::get(&global, &name.into()).ok().and_then(|value| value.dyn_into::<Function>().ok());
    function.and_then(|function| function.call2(&global, first, second).ok()).unwrap_or(JsValue::UNDEFINED)
}

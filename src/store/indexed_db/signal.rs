//! A value that an event handler gives once, and that one future waits for.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// The hand that gives and the hand that takes share one signal; clones are the same signal.
pub(super) struct Signal<T>(Rc<RefCell<State<T>>>);

enum State<T> {
    Waiting(Option<Waker>),
    Given(T),
    Taken,
}

impl<T> Signal<T> {
    pub(super) fn new() -> Self {
        Self(Rc::new(RefCell::new(State::Waiting(None))))
    }

    /// Gives the value. Only the first one counts; any other is dropped.
    pub(super) fn give(&self, value: T) {
        let waker = match &mut *self.0.borrow_mut() {
            State::Waiting(waker) => waker.take(),
            State::Given(_) | State::Taken => return,
        };
        *self.0.borrow_mut() = State::Given(value);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Waits for the value. To be awaited once.
    pub(super) async fn wait(&self) -> T {
        poll_fn(|context| {
            let mut state = self.0.borrow_mut();
            match std::mem::replace(&mut *state, State::Taken) {
                State::Given(value) => Poll::Ready(value),
                State::Waiting(_) => {
                    *state = State::Waiting(Some(context.waker().clone()));
                    Poll::Pending
                }
                State::Taken => Poll::Pending,
            }
        })
        .await
    }
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

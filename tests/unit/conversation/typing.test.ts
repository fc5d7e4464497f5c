import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BROWSER } from "~/app/messaging/browser";
import { TypingIndicator } from "~/app/messaging/typing";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("the typing indicator is shown for five seconds after the last event, and reports only changes", () => {
  const onChange = vi.fn();
  const typing = new TypingIndicator(BROWSER.clock, onChange);
  typing.show();
  vi.advanceTimersByTime(4_000);
  typing.show();
  vi.advanceTimersByTime(4_999);
  expect([typing.isShown, onChange.mock.calls.length]).toEqual([true, 1]);
  vi.advanceTimersByTime(1);
  expect([typing.isShown, onChange.mock.calls.length]).toEqual([false, 2]);
  typing.hide();
  expect(onChange).toHaveBeenCalledTimes(2);
});

it("throttle() lets the partner be notified of typing once per 2.5 seconds", () => {
  const tell = vi.fn();
  const typing = new TypingIndicator(BROWSER.clock, () => {});
  for (let ms = 0; ms < 6_000; ms += 100) {
    typing.throttle(tell);
    vi.advanceTimersByTime(100);
  }
  expect(tell).toHaveBeenCalledTimes(3);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type ConnectionState } from "~/app/messaging/connection";
import { TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { type SimulatedSocket, simulateBrowser } from "~/tests/support/simulated-browser";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection that is open, and everything that it tells. */
function openConnection() {
  const browser = simulateBrowser(() => Promise.reject(new Error("no call is made here")));
  const states: ConnectionState[] = [];
  const told = {
    missed: vi.fn(),
    message: vi.fn(),
    read: vi.fn(),
    typing: vi.fn(),
    question: vi.fn(),
  };
  const stale = vi.fn();
  const connection = new Connection(browser.environment, "a-conversation", true, {
    state: (state) => states.push(state),
    stale,
    ...told,
  });
  connection.open();
  const [socket] = browser.sockets as [SimulatedSocket];
  return { browser, connection, socket, states, stale, ...told };
}

it("asks for what was missed each time it has joined", () => {
  const { socket, states, missed } = openConnection();
  socket.events.joined();
  socket.events.lost();
  socket.events.joined();
  expect(states).toEqual(["live", "reconnecting", "live"]);
  expect(missed).toHaveBeenCalledTimes(2);
});

it("rests without a network, and goes on when it is back", () => {
  const { browser, connection, socket, states, missed } = openConnection();
  socket.events.joined();
  browser.goOffline();
  socket.events.lost();
  expect(connection.state).toBe("offline");
  browser.goOnline();
  expect(socket.calls).toEqual(["pause", "resume"]);
  expect(states).toEqual(["live", "offline", "reconnecting"]);
  expect(missed).toHaveBeenCalledTimes(2);
});

it("looks for a sign of life when the device wakes", () => {
  const { browser, socket, missed } = openConnection();
  browser.comeBack();
  expect(socket.calls).toEqual(["show", "check"]);
  expect(missed).toHaveBeenCalledOnce();
});

it("says when no one sees the page, again after each time it was lost", () => {
  const { browser, socket } = openConnection();
  socket.events.joined();
  expect(socket.calls).toEqual([]);
  browser.hide();
  expect(socket.calls).toEqual(["hide"]);
  socket.events.lost();
  socket.events.joined();
  expect(socket.calls).toEqual(["hide", "hide"]);
  browser.comeBack();
  socket.events.lost();
  socket.events.joined();
  expect(socket.calls).toEqual(["hide", "hide", "show", "check"]);
});

it("fetches every ten seconds while there are too many connections, until it is let in", () => {
  const { socket, connection, missed } = openConnection();
  socket.events.refused(TOO_MANY_CONNECTIONS);
  vi.advanceTimersByTime(30_000);
  expect([connection.state, socket.calls]).toEqual(["crowded", ["join", "join", "join"]]);
  expect(missed).toHaveBeenCalledTimes(3);
  socket.events.joined();
  vi.advanceTimersByTime(30_000);
  expect(socket.calls).toHaveLength(3);
  expect(missed).toHaveBeenCalledTimes(4);
});

it("has the page read again when it is refused, not known any more, or closed", () => {
  const { browser, connection, socket, stale } = openConnection();
  socket.events.refused("Conversation not found or has expired");
  socket.events.unauthenticated();
  expect([stale.mock.calls.length, connection.state]).toEqual([2, "connecting"]);
  socket.events.closed("blocked");
  expect([stale.mock.calls.length, connection.state, socket.calls]).toEqual([3, "none", ["close"]]);
  // The device is no concern of a closed connection.
  browser.goOffline();
  browser.goOnline();
  expect([connection.state, socket.calls]).toEqual(["none", ["close"]]);
});

it("opens one socket, however often it is asked, and a new one after it was closed", () => {
  const { browser, connection, states } = openConnection();
  connection.open();
  expect(browser.sockets).toHaveLength(1);
  connection.close();
  connection.open();
  expect(browser.sockets).toHaveLength(2);
  expect(states).toEqual(["none", "connecting"]);
});

it("asks to be let in again when the page says that the conversation is open after all", () => {
  const { connection, socket, states } = openConnection();
  socket.events.refused("Conversation not found or has expired");
  connection.open();
  connection.open();
  vi.advanceTimersByTime(2_000);
  expect(socket.calls).toEqual(["join"]);
  socket.events.joined();
  connection.open();
  vi.advanceTimersByTime(60_000);
  expect([socket.calls, states]).toEqual([["join"], ["live"]]);
  // Nor after it was closed.
  socket.events.refused("Conversation not found or has expired");
  connection.open();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(socket.calls).toEqual(["join", "close"]);
});

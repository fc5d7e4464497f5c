import { readScriptCookie, serializeScriptCookie, setScriptCookie } from "./script-cookie";

const NAME = "forget";

/**
 * The Set-Cookie value that marks a sign-out of which the page's scripts don't know, so that the scripts of the next page
 * remove what the member wrote and did not send, and the mark.
 */
export const FORGET_COOKIE = serializeScriptCookie(NAME, "1", 30 * 86_400);

/** Removes the mark in the browser. @returns whether there was one */
export function takeForgetCookie(): boolean {
  if (readScriptCookie(NAME) === "") return false;
  setScriptCookie(serializeScriptCookie(NAME, "", 0));
  return true;
}

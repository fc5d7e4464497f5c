/** The Set-Cookie value of a cookie that scripts set or remove, so it is not HttpOnly. @param maxAge seconds; 0 removes it */
export const serializeScriptCookie = (name: string, value: string, maxAge: number): string =>
  `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}`;

/** Sets a cookie in the browser. @param cookie as {@link serializeScriptCookie} writes it */
export function setScriptCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from browsers in use
  document.cookie = cookie;
}

/** The value of a cookie in the browser; empty if there is none. */
export const readScriptCookie = (name: string): string =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

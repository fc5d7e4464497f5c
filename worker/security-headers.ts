// Only features that browsers know: an unknown one is an error in the console.
const PERMISSIONS = [
  "accelerometer=()",
  "camera=()",
  "display-capture=()",
  "geolocation=(self)",
  "gyroscope=()",
  "magnetometer=()",
  "microphone=()",
  "payment=()",
  "usb=()",
].join(", ");

/** The Content-Security-Policy of a page: our own scripts by nonce, nothing framed, nothing foreign. */
export function contentSecurityPolicy(nonce: string, isSecure: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Headers that every answer of the Worker has (contract §7). A policy that is there already stays. */
export function secureHeaders(headers: Headers, { isSecure }: { isSecure: boolean }): void {
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "DENY");
  // Paths name conversations and members: nobody else learns of one.
  headers.set("referrer-policy", "same-origin");
  headers.set("permissions-policy", PERMISSIONS);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-resource-policy", "same-origin");
  if (!headers.has("content-security-policy")) {
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  }
  if (isSecure) {
    headers.set("strict-transport-security", "max-age=63072000; includeSubDomains");
  }
}

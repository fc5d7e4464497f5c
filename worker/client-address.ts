/** The client's network address as the platform states it; the loopback where there is no platform in front. */
export function clientAddress(request: Request): string {
  return request.headers.get("cf-connecting-ip") ?? "127.0.0.1";
}

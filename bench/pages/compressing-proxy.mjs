import { createServer, request } from "node:http";
import { createGzip } from "node:zlib";

const TEXT = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/;

/**
 * Compresses text in front of the local server, as Cloudflare's edge does for a deployed Worker. `wrangler dev`
 * compresses nothing, so a page's scripts would be three times as large.
 * @param {number} port to listen on, on 127.0.0.1
 * @param {number} upstream port of the local server
 * @returns {Promise<() => void>} stops the proxy
 */
export function startCompressingProxy(port, upstream) {
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const onward = request({ host: "127.0.0.1", port: upstream, method, path, headers }, (got) => {
      const isText = TEXT.test(got.headers["content-type"] ?? "");
      const isPlain = !got.headers["content-encoding"] && method !== "HEAD";
      if (!isText || !isPlain || !/\bgzip\b/.test(headers["accept-encoding"] ?? "")) {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
        return;
      }
      const { "content-length": _, ...kept } = got.headers;
      answer.writeHead(got.statusCode ?? 502, {
        ...kept,
        "content-encoding": "gzip",
        vary: "Accept-Encoding",
      });
      got.pipe(createGzip()).pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () =>
      resolve(() => {
        server.close();
        server.closeAllConnections();
      }),
    );
  });
}

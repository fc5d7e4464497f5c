/** A public file for programs that read the site. It may be cached for an hour. */
export function publicFile(lines: string[], type: string): Response {
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "public, max-age=3600",
    },
  });
}

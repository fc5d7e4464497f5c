/** A file for programs that read the site: everyone may have it, and keep it for an hour. */
export function publicFile(lines: string[], type: string): Response {
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "public, max-age=3600",
    },
  });
}

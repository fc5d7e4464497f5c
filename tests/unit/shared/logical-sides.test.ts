import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/*
 * A page that is read from right to left mirrors by itself if styles name the start and the end of a line. Mails are
 * exempt: many mail programs don't support logical sides.
 */

const CLASS =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|text-(?:left|right)|float-(?:left|right)|scroll-[mp][lr])(?:-[\w/[\].%()+*-]+)?(?=[\s"'`])/g;
const CLASS_ALONE = /^(?:m[lr]|p[lr]|left|right)$/;
const DECLARATION =
  /(?:^|[;{\s])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b)/g;

function findPhysicalSides(text: string, isCss: boolean): string[] {
  if (isCss) return [...text.matchAll(DECLARATION)].map(([match]) => match.trim());
  return [...text.matchAll(CLASS)].map(([match]) => match).filter((one) => !CLASS_ALONE.test(one));
}

const styles = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(tsx?|css)$/.test(name))
  .map((name) => join("app", name));

describe("the sides of a line in styles", () => {
  test("no style of the pages names the left or right side", () => {
    const found = styles.flatMap((file) =>
      findPhysicalSides(readFileSync(file, "utf8"), file.endsWith(".css")).map(
        (side) => `${file}: ${side}`,
      ),
    );
    expect(styles.length).toBeGreaterThan(200);
    expect(found, "ms-, ps-, start-, text-start … mirror by themselves").toEqual([]);
  });

  test.each([
    ['className="ml-2 flex"', false, ["ml-2"]],
    ['"sm:-mr-3 text-right"', false, ["-mr-3", "text-right"]],
    [
      "`max-sm:right-full rounded-bl-sm border-l-4`",
      false,
      ["right-full", "rounded-bl-sm", "border-l-4"],
    ],
    ['type Side = "left" | "right"; "ms-2 pe-[3px] end-0"', false, []],
    [".a { padding-left: 1em; float: right }", true, ["padding-left", "float: right"]],
    [".a { inset-inline-start: 0; margin-inline-end: 1em }", true, []],
  ])("the left and right sides named in %s are found", (text, isCss, found) => {
    expect(findPhysicalSides(text, isCss)).toEqual(found);
  });
});

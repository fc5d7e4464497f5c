import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as matching from "../src/index.ts";

it("the example of the README prints what the README says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const [statement = "", names = ""] =
    /^import \{(.*?)\} from "@happenstance\/matching";/.exec(example) ?? [];
  expect(statement).not.toBe("");
  const printed: string[] = [];
  const log = (value: unknown) => printed.push(JSON.stringify(value));
  const run = new Function(
    "matching",
    "console",
    `const {${names}} = matching;${example.replace(statement, "")}`,
  );
  run(matching, { log });
  const promised = [...example.matchAll(/console\.log\(.*\); \/\/ (\[.*?\]|\w+)/g)];
  expect(printed).toEqual(promised.map(([, value = ""]) => value.replaceAll(" ", "")));
  expect(printed.length).toBe(2);
});

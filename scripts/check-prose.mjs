/**
 * Refuses words that make this project's English hard to read, in comments, documents and test titles (CONTRIBUTING.md,
 * "Words"). `node scripts/check-prose.mjs [PATH…]` checks the whole project, or the files below the paths. Exit status
 * 1 if it finds one.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./lib/project.mjs";

/** The patterns, each with a hint for a better text. */
/** @type {[pattern: RegExp, instead: string][]} */
const RULES = [
  [/\b(whoever|whomever|whosoever)\b/i, "name the person: 'a member who …'"],
  [/\banew\b/i, "'again'"],
  [/\bnobody(['’]s)?\b/i, "'no one', 'no member', or say who can't"],
  [/\b(somebody|everybody)(['’]s)?\b/i, "name the role: member, partner, visitor, admin"],
  [
    /\b(is|are|was|were|be|been|being|gets?) told\b/i,
    "'is sent', 'receives', 'sees', or name the mechanism",
  ],
  [/\bso many\b/i, "the number, or 'that many'"],
  [/\b(gladly|farewell|verdict|patience|patiently)\b/i, "the mechanism, without the metaphor"],
  [/\bwords? of\b/i, "'text of', 'message from', 'notice of'"],
  [/\banybody(['’]s)?\b/i, "'anyone', or name the role"],
  [/\bstands? still\b/i, "'does not change', 'does not advance'"],
  [
    /\b(stands?|stood) (in|at|on|there|here|beside|under|above|below|before|after|first)\b/i,
    "'is in', 'is shown'",
  ],
  [/\bno more than needs\b/i, "'only what it needs'"],
  [
    /\b(times|once|twice|\d+|per cent|rows?|messages?|requests?|bytes?) an? (second|minute|hour|day|night|week|month|year|member|page|call|conversation|run|row)\b/i,
    "'per'",
  ],
];

const TITLE_CALLS = new Set(["it", "test", "describe"]);

/**
 * @param {string} path
 * @param {string} source
 * @returns {{ line: number, text: string }[]} the comments and test titles of a program, line by line
 */
function proseOfProgram(path, source) {
  const kind = /\.tsx$/.test(path)
    ? ts.ScriptKind.TSX
    : /\.mjs$/.test(path)
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  /** @type {Map<number, string>} by start, because several tokens have the same comment as trivia */
  const found = new Map();
  const take = (/** @type {readonly ts.CommentRange[] | undefined} */ ranges) => {
    for (const { pos, end } of ranges ?? []) found.set(pos, source.slice(pos, end));
  };
  const visit = (/** @type {ts.Node} */ node) => {
    take(ts.getLeadingCommentRanges(source, node.getFullStart()));
    take(ts.getTrailingCommentRanges(source, node.getEnd()));
    if (ts.isCallExpression(node) && TITLE_CALLS.has(rootName(node.expression))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) found.set(title.getStart(), title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found].flatMap(([start, text]) => {
    const first = file.getLineAndCharacterOfPosition(start).line + 1;
    return text.split("\n").map((line, index) => ({ line: first + index, text: line }));
  });
}

/** The name of the called function, also for `test.each(…)("title")`, which is a call of `test`. */
function rootName(/** @type {ts.Node} */ node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node))
    return rootName(node.expression);
  return "";
}

/**
 * @param {string} source
 * @returns {{ line: number, text: string }[]} a document without its code blocks and inline code
 */
function proseOfDocument(source) {
  let isCode = false;
  return source.split("\n").flatMap((text, index) => {
    if (text.startsWith("```")) {
      isCode = !isCode;
      return [];
    }
    return isCode ? [] : [{ line: index + 1, text: text.replace(/`[^`]*`/g, "``") }];
  });
}

const paths = process.argv.slice(2);
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...paths], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|cjs|md)$/.test(path) && path !== "scripts/check-prose.mjs");
let count = 0;
for (const path of files) {
  let source;
  try {
    source = readFileSync(join(ROOT, path), "utf8");
  } catch {
    continue; // Deleted in the work tree.
  }
  const lines = path.endsWith(".md") ? proseOfDocument(source) : proseOfProgram(path, source);
  for (const { line, text } of lines) {
    for (const [pattern, instead] of RULES) {
      const match = pattern.exec(text);
      if (!match) continue;
      count += 1;
      console.error(`${path}:${line}: "${match[0]}": write ${instead}`);
    }
  }
}
if (count > 0) {
  console.error(`\n${count} places to write in plain words.`);
  process.exitCode = 1;
}

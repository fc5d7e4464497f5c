import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/*
 * Reads the statements of `db` with the TypeScript compiler: each template of SQL with its declared row type, and the parameters of
 * the functions.
 */

const ROOT = process.cwd();
/** The rooms of `db`: every folder but the schema. */
const FILES = readdirSync(join(ROOT, "db"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "schema")
  .flatMap(({ name }) =>
    readdirSync(join(ROOT, "db", name)).map((file) => join(ROOT, "db", name, file)),
  );

/** A template of SQL, or a `sql.raw(…)`. */
export interface Template {
  /** Such as `db/moderation/audit.ts:40`. */
  place: string;
  /** Null for a fragment, and for a statement without rows. */
  row: RowShape | null;
  /** Makes a row of the row type. */
  sampleRow(choose: Choose): unknown;
}

/** The columns of a row type. */
export interface RowShape {
  columns: string[];
  /** Columns that a row may lack. */
  optional: string[];
  /** Whether rows are arrays: then the columns come in this order. */
  isTuple: boolean;
}

/** One of `0` to `choices - 1`. */
export type Choose = (choices: number) => number;

export interface ExportedFunction {
  file: string;
  name: string;
  returnsSql: boolean;
  /** Each makes a value of a parameter's type; null for the database. */
  parameters: (((choose: Choose) => unknown) | null)[];
}

export interface Queries {
  templates: Template[];
  functions: ExportedFunction[];
  /** The files' text, with the number of each template in a comment at its beginning. */
  marked: Map<string, string>;
}

/** @param toSql makes the value of a parameter that is SQL */
export function readQueries(toSql: () => unknown): Queries {
  const files = FILES;
  const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const program = ts.createProgram(files, { ...options, types: ["@cloudflare/workers-types"] });
  const checker = program.getTypeChecker();
  const templates: Template[] = [];
  const functions: ExportedFunction[] = [];
  const marked = new Map<string, string>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not there`);
    const sampler = new Sampler(checker, toSql, listKeys(source));
    const marks: { at: number; text: string }[] = [];
    const visit = (node: ts.Node): void => {
      const found = findTemplate(node);
      if (found) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        const type = found.end ? null : rowTypeOf(checker, node);
        const comment = `/*#${templates.length}*/`;
        marks.push({ at: found.at, text: found.end ? `"${comment}" + (` : comment });
        if (found.end) marks.push({ at: found.end, text: ")" });
        templates.push({
          place: `${file.slice(ROOT.length + 1)}:${line}`,
          row: type && toRowShape(checker, type),
          sampleRow: (choose) => (type ? sampler.sample(type, choose) : {}),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    marked.set(file, insert(source.text, marks));
    functions.push(...listFunctions(checker, source, sampler));
  }
  return { templates, functions, marked };
}

/** Counts the templates in the text of the files. */
export function countTemplates(): number {
  const texts = FILES.map((file) => readFileSync(file, "utf8"));
  const found = texts.join("\n").match(/(?<!`)\bsql(?:<(?:[^`>]|=>|>(?!`))*>)?`|\bsql\.raw\(/g);
  return found?.length ?? 0;
}

function insert(text: string, marks: { at: number; text: string }[]): string {
  let result = text;
  for (const one of marks.toSorted((a, b) => b.at - a.at)) {
    result = result.slice(0, one.at) + one.text + result.slice(one.at);
  }
  return result;
}

/** The start of a template's text, and the end for a `sql.raw`. */
function findTemplate(node: ts.Node): { at: number; end?: number } | null {
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") {
    return { at: node.template.getStart() + 1 };
  }
  if (ts.isCallExpression(node) && node.expression.getText() === "sql.raw") {
    const [text] = node.arguments;
    if (text) return { at: text.getStart(), end: text.getEnd() };
  }
  return null;
}

/** The type of a template's rows: `Row` of its `SQL<Row>`, written or inferred. */
function rowTypeOf(checker: ts.TypeChecker, node: ts.Node): ts.Type | null {
  const type = checker.getTypeAtLocation(node) as ts.TypeReference;
  const [row] = checker.getTypeArguments(type);
  return row && !isUnknown(row) && !row.isTypeParameter() ? row : null;
}

const isUnknown = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0;
const isOptional = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Optional) !== 0;

function toRowShape(checker: ts.TypeChecker, type: ts.Type): RowShape {
  if (checker.isTupleType(type)) {
    const labels = (type as ts.TupleTypeReference).target.labeledElementDeclarations ?? [];
    const columns = labels.map((label) => label?.name.getText() ?? "");
    return { columns, optional: [], isTuple: true };
  }
  const kinds = type.isUnion() ? type.types : [type];
  const all = kinds.flatMap((kind) => checker.getPropertiesOfType(kind));
  const names = (symbols: ts.Symbol[]) => [...new Set(symbols.map(({ name }) => name))];
  return { columns: names(all), optional: names(all.filter(isOptional)), isTuple: false };
}

function listFunctions(
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  sampler: Sampler,
): ExportedFunction[] {
  const module = checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  return exported.flatMap((one) => {
    if (!one.valueDeclaration) return [];
    const [signature] = checker
      .getTypeOfSymbolAtLocation(one, one.valueDeclaration)
      .getCallSignatures();
    if (!signature) return [];
    const parameters = signature.parameters.map((parameter) => {
      const { initializer, questionToken } = parameter.valueDeclaration as ts.ParameterDeclaration;
      const type = checker.getTypeOfSymbol(parameter);
      if (type.symbol?.name === "D1Database") return null;
      const mayLack = Boolean(initializer ?? questionToken);
      return (choose: Choose) =>
        mayLack && choose(2) === 0 ? undefined : sampler.sample(type, choose);
    });
    const returnsSql = signature.getReturnType().symbol?.name === "SQL";
    return [{ file: source.fileName, name: one.name, parameters, returnsSql }];
  });
}

/** The keys of a file's own objects: a parameter may be one of them, such as a field to sort by. */
function listKeys(source: ts.SourceFile): string[] {
  const keys = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) keys.add(node.name.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...keys];
}

/** Texts that serve as an id, a date and JSON, and numbers that serve as a limit. */
const TEXTS = ["1", "2026-01-02", "{}", "[]"];
const NUMBERS = [0, 1, 2, 100];
const MANY = 5;

/** Makes values of types. */
class Sampler {
  readonly #checker: ts.TypeChecker;
  readonly #toSql: () => unknown;
  readonly #texts: string[];
  /** How often each type of many values was sampled. Its values come in turn, so that none is left out by chance. */
  readonly #turns = new Map<ts.Type, number>();

  constructor(checker: ts.TypeChecker, toSql: () => unknown, keys: string[]) {
    this.#checker = checker;
    this.#toSql = toSql;
    this.#texts = [...TEXTS, ...keys];
  }

  /** For a type that may be null or undefined, half of the values are neither. */
  sample(type: ts.Type, choose: Choose): unknown {
    const checker = this.#checker;
    const { flags } = type;
    if (type.isUnion()) {
      const present = checker.getNonNullableType(type);
      const isNever = (present.flags & ts.TypeFlags.Never) !== 0;
      if (present !== type && !isNever && choose(2) === 0) return this.sample(present, choose);
      if (type.types.length < MANY) return this.sample(oneOf(type.types, choose), choose);
      const turn = this.#turns.get(type) ?? 0;
      this.#turns.set(type, turn + 1);
      return this.sample(type.types[turn % type.types.length] ?? type, choose);
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    if (flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === "true";
    if (flags & ts.TypeFlags.StringLike) {
      return oneOf(choose(4) === 0 ? this.#texts : TEXTS, choose);
    }
    if (flags & ts.TypeFlags.NumberLike) return oneOf(NUMBERS, choose);
    if (flags & ts.TypeFlags.Null) return null;
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return undefined;
    if (isUnknown(type)) return TEXTS[0];
    if (type.symbol?.name === "SQL") return this.#toSql();
    const elements = checker.getTypeArguments(type as ts.TypeReference);
    if (checker.isTupleType(type)) return elements.map((one) => this.sample(one, choose));
    if (checker.isArrayType(type)) {
      return Array.from({ length: choose(3) }, () => this.sample(oneOf(elements, choose), choose));
    }
    const [signature] = type.getCallSignatures();
    if (signature) return () => this.sample(signature.getReturnType(), choose);
    const given = checker
      .getPropertiesOfType(type)
      .filter((property) => !isOptional(property) || choose(2) === 0);
    return Object.fromEntries(
      given.map((one) => [one.name, this.sample(checker.getTypeOfSymbol(one), choose)]),
    );
  }
}

const oneOf = <Value>(values: readonly Value[], choose: Choose) =>
  values[choose(values.length)] as Value;

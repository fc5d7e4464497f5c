import { beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "~/core/accounts/session";
import type { Viewer } from "~/core/accounts/viewer";
import { listPairings } from "~/core/operations/admin-lists";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  type TestMember,
} from "~/tests/support/api";
import { pairMembers } from "~/tests/support/pairs";
import { createTestDeps } from "../pairing/support";

const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg";

let viewer: Viewer;
let ada: TestMember;

const find = async (query: string) => {
  const { rows } = await listPairings(createTestDeps(), viewer, undefined, query);
  return rows.length;
};

beforeEach(async () => {
  await emptyDatabase();
  ada = await createMember({ name: LONG_NAME });
  const bo = await createMember({ name: "100 % Bo_Lind" });
  await pairMembers(ada, bo);
  await grantAdmin(ada);
  viewer = await authenticate(createTestDeps(), ada.token);
});

describe("the admin's search", () => {
  it("in upper or lower case, the admin's search finds even a name that is too long for a SQL pattern", async () => {
    expect(await find(LONG_NAME)).toBe(1);
    expect(await find(LONG_NAME.toUpperCase())).toBe(1);
    expect(await find("x".repeat(200))).toBe(0);
    expect(await find("%_".repeat(100))).toBe(0);
  });

  it("the admin's search matches % and _ literally", async () => {
    expect(await find("100 %")).toBe(1);
    expect(await find("Bo_L")).toBe(1);
    expect(await find("Bo%L")).toBe(0);
    expect(await find("BoxL")).toBe(0);
  });

  it("the admin's search finds a current name with and without its accents, in upper or lower case", async () => {
    const rename = async (name: string) => {
      const { status } = await callApi("PUT", "/api/users/profile", {
        token: ada.token,
        body: { name },
      });
      expect(status).toBe(200);
    };
    await rename("Élodie Müller");
    for (const query of ["élodie", "ELODIE", "e\u0301lodie", "MÜLLER", "muller"]) {
      expect([query, await find(query)]).toEqual([query, 1]);
    }
    await rename("Žofie Ježek");
    expect(await find("zofie jezek")).toBe(1);
    expect(await find("muller")).toBe(0);
  });
});

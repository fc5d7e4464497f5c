import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { ExportDto, MemberDto } from "~/core/shared/contract";
import { callApi, emptyDatabase } from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";

beforeEach(emptyDatabase);

const put = ({ token }: { token: string }, zone: unknown) =>
  callApi<{ zone: string }>("PUT", "/api/users/zone", { token, body: { zone } });
const exported = async ({ token }: { token: string }) =>
  (await callApi<ExportDto>("GET", "/api/users/export", { token })).body;

describe("the zone of a member's browser", () => {
  it("is stored beside the profile's timezone, which stays what the member set, and is exported", async () => {
    const ada = await seedMember({ timezone: "UTC+01:00" });
    expect((await exported(ada)).zone).toBeNull();
    expect(await put(ada, "America/New_York")).toMatchObject({
      status: 200,
      body: { zone: "America/New_York" },
    });
    expect(await put(ada, "Pacific/Chatham")).toMatchObject({ status: 200 });
    expect(await exported(ada)).toMatchObject({
      zone: "Pacific/Chatham",
      profile: { timezone: "UTC+01:00" },
    });
    const me = await callApi<MemberDto>("GET", "/api/users/me", { token: ada.token });
    expect(me.body).not.toHaveProperty("zone");
  });

  it.each([
    "Asia/Kathmandu",
    "Asia/Katmandu",
    "Pacific/Apia",
    "UTC",
    "Etc/GMT+5",
    "America/Argentina/Ushuaia",
  ])("may be %s", async (zone) => expect((await put(await seedMember(), zone)).status).toBe(200));

  it.each([
    ...[
      "",
      " ",
      "Mars/Olympus",
      "+05:30",
      "-08",
      "UTC+01:00",
      "Europe/Stockholm ",
      "Europe\u200b/Paris",
    ],
    ...[
      "../etc/passwd",
      "Europe/Stockholm'; drop table members",
      `A${"a".repeat(10_000)}`,
      "Ünited/Zone",
    ],
    ...[null, undefined, 3, [], {}, ["Europe/Paris"]],
  ])("is refused where it is no zone: %j", async (zone) => {
    const ada = await seedMember({ zone: "Europe/Paris" });
    expect(await put(ada, zone)).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect((await exported(ada)).zone).toBe("Europe/Paris");
  });

  it("goes with the account", async () => {
    const ada = await seedMember({ zone: "Europe/Paris" });
    await callApi("DELETE", "/api/users/account", { token: ada.token });
    expect((await env.DB.prepare("select zone from members").all()).results).toEqual([]);
  });

  it("is no answer to anyone else", async () => {
    const [ada, ben] = [await seedMember({ zone: "Pacific/Chatham" }), await seedMember()];
    const id = await pairMembers(ada, ben);
    const paths = ["current", "past", `conversation/${id}/messages`].map(
      (path) => `/api/pairings/${path}`,
    );
    for (const path of [...paths, `/api/users/${ada.id}`, "/api/users/export"]) {
      const { status, body } = await callApi("GET", path, { token: ben.token });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/Chatham/);
    }
  });
});

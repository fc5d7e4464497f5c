import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Mail } from "~/core/notices/mailer";
import { createBindingMailer } from "~/worker/adapters/mail/binding-mailer";
import { createResendMailer } from "~/worker/adapters/mail/resend-mailer";

const FROM = { name: "Happenstance", email: "post@happenstance.example" };
const MAIL: Mail = {
  id: "delivery-1",
  memberId: "ada",
  to: "ada@example.org",
  subject: "Subject",
  text: "text",
  html: "<p>html</p>",
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
};

let server: Server;
let url: string;
let requests: { request: IncomingMessage; body: Record<string, unknown> }[] = [];
/** The service's answer; null if it never answers. */
let answer: { status: number; headers?: Record<string, string> } | null;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    requests.push({ request, body: JSON.parse(text) });
    if (answer) response.writeHead(answer.status, answer.headers).end('{"message":"words"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  requests = [];
});

describe("Resend", () => {
  const send = (timeoutMs = 5_000) =>
    createResendMailer({ apiKey: "key", from: FROM, url, timeoutMs }).send(MAIL);

  it("Resend receives the mail, with its id as the idempotency key", async () => {
    answer = { status: 200 };
    expect(await send()).toEqual({ status: "delivered" });
    expect(requests).toHaveLength(1);
    const [{ request, body }] = requests as [(typeof requests)[number]];
    expect(`${request.method} ${request.url}`).toBe("POST /emails");
    expect(request.headers.authorization).toBe("Bearer key");
    expect(request.headers["idempotency-key"]).toBe("delivery-1");
    expect(body).toEqual({
      from: "Happenstance <post@happenstance.example>",
      to: ["ada@example.org"],
      subject: "Subject",
      text: "text",
      html: "<p>html</p>",
      headers: MAIL.headers,
    });
  });

  it.each([
    [422, {}, { status: "dropped", reason: "status_422" }],
    [400, {}, { status: "dropped", reason: "status_400" }],
    [429, { "retry-after": "7" }, { status: "retry", reason: "status_429", afterSeconds: 7 }],
    [429, {}, { status: "retry", reason: "status_429", afterSeconds: null }],
    [500, {}, { status: "retry", reason: "status_500", afterSeconds: null }],
    [503, { "retry-after": "x" }, { status: "retry", reason: "status_503", afterSeconds: null }],
    // A 401 is about the API key and not about the mail, which can be sent once the key is
    // corrected.
    [401, {}, { status: "retry", reason: "status_401", afterSeconds: null }],
    [
      302,
      { location: "http://127.0.0.1:1/" },
      { status: "retry", reason: "status_302", afterSeconds: null },
    ],
  ])("an answer %i of Resend with the headers %j leads to %j", async (status, headers, outcome) => {
    answer = { status, headers };
    expect(await send()).toEqual(outcome);
    expect(requests).toHaveLength(1);
  });

  it("a mail is tried again later if Resend doesn't answer or can't be reached", async () => {
    answer = null;
    expect(await send(50)).toEqual({ status: "retry", reason: "TimeoutError", afterSeconds: null });
    const nowhere = createResendMailer({ apiKey: "key", from: FROM, url: "http://127.0.0.1:1" });
    expect(await nowhere.send(MAIL)).toMatchObject({ status: "retry" });
  });
});

describe("the platform's binding", () => {
  const failing = (code: unknown) =>
    createBindingMailer(
      {
        send: async () => {
          throw Object.assign(new Error("to ada@example.org"), { code });
        },
      } as SendEmail,
      FROM,
    ).send(MAIL);

  it("Cloudflare's mail binding receives the mail", async () => {
    const sent: unknown[] = [];
    const binding = { send: async (mail: unknown) => void sent.push(mail) };
    const mailer = createBindingMailer(binding as unknown as SendEmail, FROM);
    expect(await mailer.send(MAIL)).toEqual({ status: "delivered" });
    const { to, subject, text, html, headers } = MAIL;
    expect(sent).toEqual([{ from: FROM, to, subject, text, html, headers }]);
  });

  it.each([
    ["E_RECIPIENT_SUPPRESSED", { status: "dropped", reason: "E_RECIPIENT_SUPPRESSED" }],
    [
      "E_DAILY_LIMIT_EXCEEDED",
      { status: "retry", reason: "E_DAILY_LIMIT_EXCEEDED", afterSeconds: 900 },
    ],
    [
      "E_SENDER_NOT_VERIFIED",
      { status: "retry", reason: "E_SENDER_NOT_VERIFIED", afterSeconds: null },
    ],
    [
      "E_INTERNAL_SERVER_ERROR",
      { status: "retry", reason: "E_INTERNAL_SERVER_ERROR", afterSeconds: null },
    ],
  ])("a failure of Cloudflare's mail binding with %s leads to %j", async (code, outcome) => {
    expect(await failing(code)).toEqual(outcome);
  });
});

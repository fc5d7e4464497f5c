import { z } from "zod";
import type { Controller } from "~/core/legal/notice";
import { BRAND } from "~/core/shared/brand";

/**
 * The bindings and variables of `wrangler.toml` and the secrets of `.dev.vars.example` (`npm run build -- types` writes them
 * into worker-configuration.d.ts), and what a deployment may set besides.
 */
export interface Env extends GeneratedEnv {
  /** The secret before the last rotation: its tokens stay valid, new ones are signed with the current. */
  SESSION_SECRET_PREVIOUS?: string;
  NOMINATIM_URL?: string;
  TIMEZONEDB_URL?: string;
  TIMEZONEDB_KEY?: string;
  /** Who answers for the service, in the privacy notice: a name, and a postal address in lines parted by `|`. */
  CONTROLLER_NAME?: string;
  CONTROLLER_ADDRESS?: string;
  /** For questions about data, and about the safety of children; the support address where there is none. */
  PRIVACY_EMAIL?: string;
  CHILD_SAFETY_EMAIL?: string;
  /** Our key pair for notifications (RFC 8292), base64url; without it nothing is sent. */
  VAPID_PUBLIC_KEY?: string;
  VAPID_PRIVATE_KEY?: string;
  /** For tests alone: the origin of a push service on this machine, `http://127.0.0.1:` and a port. */
  PUSH_TEST_SERVICE?: string;
  /** The sender of mails, such as `Happenstance <post@happenstance.example>`. Set, it turns mail on. */
  MAIL_FROM?: string;
  /** The platform's own way of mails. */
  EMAIL?: SendEmail;
  /** The other way of mails; only the Worker that consumes the queue needs it. */
  RESEND_API_KEY?: string;
  /** The local server's own address. Set by `npm start` and `npm run dev` alone; it opens `/outbox`. */
  LOCAL_OUTBOX?: string;
  /** `1` or `0`: whether pairing waits for a verified address. By default where mail is sent for real. */
  REQUIRE_VERIFIED_EMAIL?: string;
  /** `0` never, `1` always; by default above a threshold, where the deployment has an `ORIGIN`. */
  PROOF_OF_WORK?: string;
}

const secret = z.string().min(32, { error: "must be at least 32 characters" });
const emptyAsAbsent = z.literal("").transform(() => undefined);

const keyOf = (pattern: RegExp, error: string) =>
  z.union([z.string().regex(pattern), emptyAsAbsent], { error }).optional();

/** A host that nothing but this machine reaches: a deployed Worker can't have it by mistake. */
const localOrigin = z
  .string()
  .regex(/^http:\/\/127\.0\.0\.1:\d+$/, { error: "must be http://127.0.0.1: and a port" });

/** `Name <address>`, or an address alone. */
const sender = z
  .string()
  .regex(/^(?:[^<>"\p{Cc}]+ <[^\s<>"@]+@[^\s<>"@]+>|[^\s<>"@]+@[^\s<>"@]+)$/u)
  .transform((text) => {
    const [, name, email] = /^(.+) <(.+)>$/.exec(text) ?? [];
    return { name: name ?? BRAND.name, email: email ?? text };
  });

const configSchema = z
  .object({
    SESSION_SECRET: secret,
    SESSION_SECRET_PREVIOUS: z.union([secret, z.literal("").transform(() => undefined)]).optional(),
    SUPPORT_EMAIL: z.string().includes("@"),
    ORIGIN: z
      .string()
      .regex(/^https:\/\/[^/]+$/, { error: "must be https:// and a host" })
      .optional(),
    CONTROLLER_NAME: z.string().optional(),
    CONTROLLER_ADDRESS: z.string().optional(),
    PRIVACY_EMAIL: z.union([z.string().includes("@"), emptyAsAbsent]).optional(),
    CHILD_SAFETY_EMAIL: z.union([z.string().includes("@"), emptyAsAbsent]).optional(),
    // An uncompressed point of P-256 is 65 bytes, the first of them 4; the private key is 32 bytes.
    VAPID_PUBLIC_KEY: keyOf(/^B[\w-]{86}$/, "must be 87 characters of base64url"),
    VAPID_PRIVATE_KEY: keyOf(/^[\w-]{43}$/, "must be 43 characters of base64url"),
    PUSH_TEST_SERVICE: localOrigin.optional(),
    MAIL_FROM: z
      .union([sender, emptyAsAbsent], { error: "must be an address, or a name and <address>" })
      .optional(),
    RESEND_API_KEY: z.string().optional(),
    LOCAL_OUTBOX: localOrigin.optional(),
    REQUIRE_VERIFIED_EMAIL: z.enum(["0", "1"]).optional(),
    PROOF_OF_WORK: z.enum(["0", "1"]).optional(),
  })
  .superRefine((given, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (given.MAIL_FROM && !given.ORIGIN) refuse("ORIGIN", "is needed for the links in mails");
    if (given.LOCAL_OUTBOX && (given.ORIGIN || given.MAIL_FROM)) {
      refuse("LOCAL_OUTBOX", "is for the local server only");
    }
    if (given.PUSH_TEST_SERVICE && given.ORIGIN) {
      refuse("PUSH_TEST_SERVICE", "is for the local server only");
    }
    if (!given.VAPID_PUBLIC_KEY !== !given.VAPID_PRIVATE_KEY) {
      refuse("VAPID_PUBLIC_KEY", "and VAPID_PRIVATE_KEY belong together");
    }
    if (given.REQUIRE_VERIFIED_EMAIL === "1" && !given.MAIL_FROM && !given.LOCAL_OUTBOX) {
      refuse("REQUIRE_VERIFIED_EMAIL", "needs mail");
    }
  });

/** What notifications are signed with. */
export interface PushConfig {
  publicKey: string;
  privateKey: string;
  /** To whom a push service turns: an e-mail address. */
  subject: string;
  /** The origin of a test's push service on this machine; null in a deployed Worker. */
  testService: string | null;
}

/** What the variables and secrets say, checked. */
export interface Config {
  signingSecret: string;
  previousSigningSecret: string | undefined;
  supportEmail: string;
  controller: Controller;
  /** Null where there are no keys: nothing is sent then. */
  push: PushConfig | null;
  /** How mails are sent; null where none are. */
  mail: { from: { name: string; email: string }; resendKey: string | undefined } | null;
  /** The local server's address, where its outbox is; null in a deployed Worker. */
  outbox: string | null;
  /** Where members reach the product, for links in mails; empty where none are sent. */
  origin: string;
  /** Whether pairing waits for a verified address. */
  mustVerify: boolean;
  proofOfWork: "off" | "above_threshold" | "always";
}

const PROOF_MODES = { "0": "off", "1": "always", threshold: "above_threshold" } as const;

const checked = new WeakMap<Env, Config>();

/**
 * Reads and checks the configuration at the first request.
 * @throws Error that names every variable that is missing or wrong, never its value
 */
export function readConfig(env: Env): Config {
  const known = checked.get(env);
  if (known) return known;
  const parsed = configSchema.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The Worker's configuration is incomplete. ${faults.join("; ")}`);
  }
  const { MAIL_FROM: from, LOCAL_OUTBOX: outbox = null, ORIGIN, RESEND_API_KEY } = parsed.data;
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = parsed.data;
  const subject = parsed.data.SUPPORT_EMAIL;
  const testService = parsed.data.PUSH_TEST_SERVICE ?? null;
  const mustVerify = parsed.data.REQUIRE_VERIFIED_EMAIL ?? (from ? "1" : "0");
  const config: Config = {
    signingSecret: parsed.data.SESSION_SECRET,
    previousSigningSecret: parsed.data.SESSION_SECRET_PREVIOUS,
    controller: {
      name: parsed.data.CONTROLLER_NAME || null,
      address: (parsed.data.CONTROLLER_ADDRESS || "")
        .split("|")
        .flatMap((line) => line.trim() || []),
      privacyEmail: parsed.data.PRIVACY_EMAIL ?? parsed.data.SUPPORT_EMAIL,
      childSafetyEmail: parsed.data.CHILD_SAFETY_EMAIL ?? parsed.data.SUPPORT_EMAIL,
    },
    supportEmail: subject,
    push: publicKey && privateKey ? { publicKey, privateKey, subject, testService } : null,
    mail: from ? { from, resendKey: RESEND_API_KEY } : null,
    outbox,
    origin: ORIGIN ?? outbox ?? "",
    mustVerify: mustVerify === "1",
    proofOfWork: PROOF_MODES[parsed.data.PROOF_OF_WORK ?? (ORIGIN ? "threshold" : "0")],
  };
  checked.set(env, config);
  return config;
}

import { z } from "zod";
import { BRAND } from "~/core/shared/brand";

const address = z.string().includes("@");
const secret = z.string().min(32, { error: "must be at least 32 characters" });

/** An empty variable counts as absent. */
const optional = <Schema extends z.ZodType>(schema: Schema, error?: string) =>
  z.union([schema, z.literal("").transform(() => undefined)], error).optional();

const optionalMatch = (pattern: RegExp, error: string) =>
  optional(z.string().regex(pattern), error);

/** Only an origin of this machine is valid, so that a deployed Worker can't use a test setting by mistake. */
const localOrigin = z
  .string()
  .regex(/^http:\/\/127\.0\.0\.1:\d+$/, { error: "must be http://127.0.0.1: and a port" });

/** The `http:` form is for tests, which run the service on this machine. */
const outsideUrl = optionalMatch(
  /^(?:https:\/\/[^/]|http:\/\/127\.0\.0\.1:\d+\/)/,
  "must be an https address",
);

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
    SESSION_SECRET_PREVIOUS: optional(secret),
    RECORD_SECRET: secret,
    RECORD_SECRET_PREVIOUS: optional(secret),
    SUPPORT_EMAIL: address,
    ORIGIN: z
      .string()
      .regex(/^https:\/\/[^/]+$/, { error: "must be https:// and a host" })
      .optional(),
    /** Shown in the privacy notice. `CONTROLLER_ADDRESS` has `|` between its lines. */
    CONTROLLER_NAME: z.string().optional(),
    CONTROLLER_ADDRESS: z.string().optional(),
    PRIVACY_EMAIL: optional(address),
    CHILD_SAFETY_EMAIL: optional(address),
    // Key pair for Web Push (RFC 8292) in base64url: an uncompressed P-256 point (65 bytes, of which the first is 4)
    // and 32 bytes. Without the keys, no notification is sent.
    VAPID_PUBLIC_KEY: optionalMatch(/^B[\w-]{86}$/, "must be 87 characters of base64url"),
    VAPID_PRIVATE_KEY: optionalMatch(/^[\w-]{43}$/, "must be 43 characters of base64url"),
    PUSH_TEST_SERVICE: localOrigin.optional(),
    /** For example `Happenstance <post@happenstance.example>`. Without a sender, no mail is sent. */
    MAIL_FROM: optional(sender, "must be an address, or a name and <address>"),
    /**
     * The key for Resend, which sends the mail if there is no binding `EMAIL`. Only the Worker that consumes the queue
     * needs the key.
     */
    RESEND_API_KEY: z.string().optional(),
    /** Opens `/outbox` of the local server. Set by `npm start` and `npm run dev`. */
    LOCAL_OUTBOX: localOrigin.optional(),
    ALERT_WEBHOOK: outsideUrl,
    ALERT_SECRET: optional(secret),
    OPERATOR_EMAIL: optional(address),
    HEARTBEAT_URL: outsideUrl,
    /** Whether members need a verified address to be paired. By default they need one if mail is sent. */
    REQUIRE_VERIFIED_EMAIL: z.enum(["0", "1"]).optional(),
    /**
     * Whether signing in and signing up need a proof of work: `0` never, `1` always. By default a deployment (with
     * `ORIGIN`) asks for a proof above a threshold of attempts, and a local server never does.
     */
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
    if (given.ALERT_WEBHOOK && !given.ALERT_SECRET) {
      refuse("ALERT_SECRET", "is needed to sign what ALERT_WEBHOOK gets");
    }
    if (given.REQUIRE_VERIFIED_EMAIL === "1" && !given.MAIL_FROM && !given.LOCAL_OUTBOX) {
      refuse("REQUIRE_VERIFIED_EMAIL", "needs mail");
    }
  });

/**
 * `npm run types` writes the bindings and variables of `wrangler.toml` and the secrets of `.dev.vars.example` into
 * worker-configuration.d.ts. This type adds the optional variables.
 */
export interface Env extends GeneratedEnv, Omit<z.input<typeof configSchema>, keyof GeneratedEnv> {
  NOMINATIM_URL?: string;
  TIMEZONEDB_URL?: string;
  TIMEZONEDB_KEY?: string;
  EMAIL?: SendEmail;
}

const PROOF_MODES = { "0": "off", "1": "always", threshold: "above_threshold" } as const;

function toConfig(given: z.output<typeof configSchema>) {
  const { MAIL_FROM: from, LOCAL_OUTBOX: outbox = null, ORIGIN, SUPPORT_EMAIL: subject } = given;
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given;
  const testService = given.PUSH_TEST_SERVICE ?? null;
  const controller = {
    name: given.CONTROLLER_NAME || null,
    address: (given.CONTROLLER_ADDRESS || "").split("|").flatMap((line) => line.trim() || []),
    privacyEmail: given.PRIVACY_EMAIL ?? subject,
    childSafetyEmail: given.CHILD_SAFETY_EMAIL ?? subject,
  };
  return {
    signingSecret: given.SESSION_SECRET,
    previousSigningSecret: given.SESSION_SECRET_PREVIOUS,
    recordSecret: given.RECORD_SECRET,
    previousRecordSecret: given.RECORD_SECRET_PREVIOUS,
    supportEmail: subject,
    controller,
    push: publicKey && privateKey ? { publicKey, privateKey, subject, testService } : null,
    mail: from ? { from, resendKey: given.RESEND_API_KEY } : null,
    /** Null in a deployed Worker. */
    outbox,
    deployedOrigin: ORIGIN,
    /** For links in mails. If neither `ORIGIN` nor `LOCAL_OUTBOX` is set, it is empty and no mail is sent. */
    origin: ORIGIN ?? outbox ?? "",
    alerts: {
      webhook:
        given.ALERT_WEBHOOK && given.ALERT_SECRET
          ? { url: given.ALERT_WEBHOOK, secret: given.ALERT_SECRET }
          : null,
      operatorEmail: given.OPERATOR_EMAIL ?? null,
      heartbeat: given.HEARTBEAT_URL ?? null,
    },
    mustVerify: (given.REQUIRE_VERIFIED_EMAIL ?? (from ? "1" : "0")) === "1",
    proofOfWork: PROOF_MODES[given.PROOF_OF_WORK ?? (ORIGIN ? "threshold" : "0")],
  };
}

export type Config = ReturnType<typeof toConfig>;

const checked = new WeakMap<Env, Config>();

/**
 * Parses each `env` only once.
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
  const config = toConfig(parsed.data);
  checked.set(env, config);
  return config;
}

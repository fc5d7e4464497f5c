import { z } from "zod";

/**
 * The bindings and variables of `wrangler.toml` and the secrets of `.dev.vars.example` (`npm run types` writes them
 * into worker-configuration.d.ts), and what a deployment may set besides.
 */
export interface Env extends GeneratedEnv {
  /** The secret before the last rotation: its tokens stay valid, new ones are signed with the current. */
  SESSION_SECRET_PREVIOUS?: string;
  NOMINATIM_URL?: string;
  TIMEZONEDB_URL?: string;
  TIMEZONEDB_KEY?: string;
}

const secret = z.string().min(32, { error: "must be at least 32 characters" });
const configSchema = z.object({
  SESSION_SECRET: secret,
  SESSION_SECRET_PREVIOUS: z.union([secret, z.literal("").transform(() => undefined)]).optional(),
  SUPPORT_EMAIL: z.string().includes("@"),
  ORIGIN: z
    .string()
    .regex(/^https:\/\/[^/]+$/, { error: "must be https:// and a host" })
    .optional(),
});

/** What the variables and secrets say, checked. */
export interface Config {
  signingSecret: string;
  previousSigningSecret: string | undefined;
  supportEmail: string;
}

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
  const config: Config = {
    signingSecret: parsed.data.SESSION_SECRET,
    previousSigningSecret: parsed.data.SESSION_SECRET_PREVIOUS,
    supportEmail: parsed.data.SUPPORT_EMAIL,
  };
  checked.set(env, config);
  return config;
}

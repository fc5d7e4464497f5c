import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { AppBindings } from "../bindings";

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;

/** Some headers on http would lock a browser out of the local server. */
function byProtocol(onHttp: Options, onHttps: Options) {
  const plain = secureHeaders(onHttp);
  const secure = secureHeaders(onHttps);
  return createMiddleware<AppBindings>((context, next) =>
    (context.req.url.startsWith("https:") ? secure : plain)(context, next),
  );
}

const EVERY_ANSWER: Options = {
  // An answer's own headers stay, because the pages and the API's description have their own policies.
  overwrite: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: "DENY",
  // Paths contain ids of conversations and members, so no other site may get one as a referrer.
  referrerPolicy: "same-origin",
  // Only features that browsers know, because an unknown one is an error in the console.
  permissionsPolicy: {
    accelerometer: [],
    camera: [],
    displayCapture: [],
    geolocation: ["self"],
    gyroscope: [],
    magnetometer: [],
    microphone: [],
    payment: [],
    usb: [],
  },
  // No browser that can show the pages uses these headers.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

const ON_HTTP: Options = { ...EVERY_ANSWER, strictTransportSecurity: false };
const ON_HTTPS: Options = {
  ...EVERY_ANSWER,
  strictTransportSecurity: "max-age=63072000; includeSubDomains",
};

/** Of every answer (docs/rules.md#headers). */
export const securityHeaders = byProtocol(ON_HTTP, ON_HTTPS);

const PAGE_POLICY: Options["contentSecurityPolicy"] = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", NONCE],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/**
 * The pages' CSP. It allows our own scripts by a nonce, which is `secureHeadersNonce` in the context; no framing, and
 * nothing from another origin.
 */
export const pagePolicy = byProtocol(
  { ...ON_HTTP, contentSecurityPolicy: PAGE_POLICY },
  { ...ON_HTTPS, contentSecurityPolicy: { ...PAGE_POLICY, upgradeInsecureRequests: [] } },
);

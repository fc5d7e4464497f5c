import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { AppBindings } from "../bindings";

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>;

/** Some headers would lock a browser out of the local http server. */
function byProtocol(onHttp: Options, onHttps: Options) {
  const plain = secureHeaders(onHttp);
  const secure = secureHeaders(onHttps);
  return createMiddleware<AppBindings>((context, next) =>
    (context.req.url.startsWith("https:") ? secure : plain)(context, next),
  );
}

const EVERY_ANSWER: Options = {
  // Pages and the API's description set their own policies.
  overwrite: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: "DENY",
  // Paths contain ids of conversations and members, which other sites must not get.
  referrerPolicy: "same-origin",
  // Lists only features that browsers know, because an unknown one is an error in the browser's console.
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
  // Not sent, because these headers change nothing in the browsers that the pages support.
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

/** Allows the page's own scripts by the nonce `secureHeadersNonce`, and nothing from other origins. Forbids framing. */
export const pagePolicy = byProtocol(
  { ...ON_HTTP, contentSecurityPolicy: PAGE_POLICY },
  { ...ON_HTTPS, contentSecurityPolicy: { ...PAGE_POLICY, upgradeInsecureRequests: [] } },
);

import type { BoundName } from "~/core/shared/bounds";
import type { LIMITS } from "~/core/shared/constants";
import type { CallDefinition } from "./define-call";

/**
 * What bounds a call: a bound that is counted with the session, limits that are counted in its own
 * statement, or for what is cheap and changes nothing the fence in front of the Worker alone.
 */
type CallBound = BoundName | (keyof typeof LIMITS)[] | "fence";

/**
 * Each call and its bound; `docs/threat-model.md` prints the table, and a test holds it to the list of
 * calls. A call that isn't here has no bound, which that test refuses.
 */
export const CALL_BOUNDS: Record<string, CallBound> = {
  "POST /api/auth/register": ["registrations", "registrationsOfNetwork"],
  "POST /api/auth/login": [
    "failedSignIns",
    "failedSignInsOfAddress",
    "failedSignInsOfNetwork",
    "failedSignInsOfEmail",
    "signInsOfAddress",
  ],
  "POST /api/auth/logout": "fence",
  "POST /api/auth/reset-password": "passwordChanges",
  "POST /api/auth/forgot-password": ["mailRequests", "mailRequestsOfNetwork", "mailsOfAddress"],
  "POST /api/auth/recover": ["mailRequests", "mailRequestsOfNetwork"],
  "POST /api/auth/confirm-email": ["mailRequests", "mailRequestsOfNetwork"],
  "GET /api/auth/sessions": "fence",
  "DELETE /api/auth/sessions": "sessionWrites",
  "GET /api/users/me": "fence",
  "GET /api/users/export": "exports",
  "PUT /api/users/profile": "profileWrites",
  "PUT /api/users/timezone": "profileWrites",
  "PUT /api/users/location": "profileWrites",
  "GET /api/users/availability": "fence",
  "PUT /api/users/availability": "availabilityWrites",
  "DELETE /api/users/account": "fence",
  "GET /api/users/{userId}": "fence",
  "GET /api/geo/place": "placeLookups",
  "GET /api/geo/cities": "placeLookups",
  "GET /api/pairings/current": "fence",
  "GET /api/pairings/check-pairings-exist": "fence",
  "GET /api/pairings/past": "fence",
  "GET /api/pairings/today/why": "explanations",
  "POST /api/pairings/trigger-pairings": "adminWrites",
  "GET /api/pairings/conversation/{id}/messages": "fence",
  "POST /api/pairings/conversation/{id}/messages": ["messagesPerSecond", "messagesPerMinute"],
  "POST /api/pairings/conversation/{id}/read": "fence",
  "GET /api/blocks": "fence",
  "GET /api/blocks/conversation/{id}": "fence",
  "POST /api/blocks/{userId}": "blocks",
  "DELETE /api/blocks/{userId}": "blocks",
  "POST /api/reports/{userId}": ["reports"],
  "GET /api/admin/pairings": "adminReads",
  "GET /api/blocks/admin/all": "adminReads",
  "GET /api/admin/reports": "adminReads",
  "PUT /api/admin/reports/{id}": "adminWrites",
  "GET /api/admin/runs": "adminReads",
  "GET /api/admin/reports/{id}": "adminReads",
  "GET /api/admin/members": "adminReads",
  "GET /api/admin/members/{id}": "adminReads",
  "POST /api/admin/members/{id}/actions": "adminWrites",
  "GET /api/admin/appeals": "adminReads",
  "PUT /api/admin/appeals/{id}": "adminWrites",
  "GET /api/reports": "fence",
  "GET /api/account/standing": "fence",
  "POST /api/account/appeal": "appeals",
  "GET /api/account/notifications": "fence",
  "PUT /api/account/notifications": "profileWrites",
  "POST /api/account/push-subscriptions": "deviceWrites",
  "DELETE /api/account/push-subscriptions/{id}": "deviceWrites",
  "GET /api/account/email": "fence",
  "PUT /api/account/email": ["emailChanges"],
  "POST /api/account/email/verification": ["mailsOfAddress"],
  "PUT /api/account/notices": "profileWrites",
  "GET /api/pairings/conversation/{id}/address": "fence",
  "PUT /api/pairings/conversation/{id}/address": ["addresses"],
  "DELETE /api/pairings/conversation/{id}/address": "fence",
};

export const nameOfCall = ({ method, path }: Pick<CallDefinition, "method" | "path">) =>
  `${method.toUpperCase()} ${path}`;

/** The bound that is counted with the session; null for a call that is bounded otherwise. */
export function boundOfCall(call: Pick<CallDefinition, "method" | "path">): BoundName | null {
  const found = CALL_BOUNDS[nameOfCall(call)];
  return found === undefined || found === "fence" || Array.isArray(found) ? null : found;
}

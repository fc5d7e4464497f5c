import type { CallDefinition } from "../define-call";
import { adminCalls } from "./admin";
import { authCalls } from "./auth";
import { emailCalls } from "./email";
import { moderationCalls } from "./moderation";
import { notificationCalls } from "./notifications";
import { pairingCalls } from "./pairings";
import { userCalls } from "./users";

/** The parts of the API, by their names in the API's document and in the document's order. */
const PARTS = {
  Accounts: authCalls,
  "E-mail": emailCalls,
  Profiles: userCalls,
  Conversations: pairingCalls,
  "Blocks and reports": moderationCalls,
  Notifications: notificationCalls,
  Admin: adminCalls,
};

/** Every call of the API, in the order of its document. */
export const apiCalls: CallDefinition[] = Object.entries(PARTS).flatMap(([tag, calls]) =>
  calls.map((call) => {
    const [method = "", path = ""] = call.route.split(" ");
    return { ...call, tag, method: method.toLowerCase(), path };
  }),
);

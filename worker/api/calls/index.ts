import type { CallDefinition } from "../define-call";
import { adminCalls } from "./admin";
import { authCalls } from "./auth";
import { emailCalls } from "./email";
import { moderationCalls } from "./moderation";
import { notificationCalls } from "./notifications";
import { pairingCalls } from "./pairings";
import { userCalls } from "./users";

/** Every call of the API, in the order of its document. */
export const apiCalls: CallDefinition[] = [
  ...authCalls,
  ...emailCalls,
  ...userCalls,
  ...pairingCalls,
  ...moderationCalls,
  ...notificationCalls,
  ...adminCalls,
];

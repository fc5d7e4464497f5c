import { createRoute, z } from "@hono/zod-openapi";
import { setNotices } from "~/core/accounts/email";
import { noticesSchema } from "~/core/accounts/schemas";
import { getAvailability, updateAvailability } from "~/core/notices/pause";
import {
  availabilitySchema as availabilityInputSchema,
  subscribeSchema,
  updateNotificationsSchema,
} from "~/core/notices/schemas";
import {
  getNotifications,
  subscribe,
  unsubscribe,
  updateNotifications,
} from "~/core/notices/service";
import {
  availabilitySchema,
  confirmationSchema,
  notificationsSchema,
  pushSubscriptionSchema,
} from "~/core/shared/contract";
import { createRouter, json, jsonBody, member, refusals } from "./router";

export const notices = createRouter();

notices.openapi(
  createRoute({
    method: "put",
    path: "/api/account/notices",
    tags: ["notices"],
    summary: "Whether mails that are not about the account itself are sent",
    ...member({ limit: "profileWrites", whileSuspended: true }),
    request: { body: jsonBody(noticesSchema) },
    responses: {
      200: json("Stored", z.strictObject({ wants_notices: z.boolean() })),
      ...refusals(),
    },
  }),
  async (c) => c.json(await setNotices(c.var.deps, c.var.viewer, c.req.valid("json")), 200),
);

notices.openapi(
  createRoute({
    method: "get",
    path: "/api/users/availability",
    tags: ["notices"],
    summary: "Which runs the member sits out",
    ...member({ limit: "fence" }),
    responses: { 200: json("The pause, if there is one", availabilitySchema), ...refusals() },
  }),
  async (c) => c.json(getAvailability(c.var.viewer), 200),
);

notices.openapi(
  createRoute({
    method: "put",
    path: "/api/users/availability",
    tags: ["notices"],
    summary:
      "Sit out tomorrow's run, those until a date or until further notice; or take part again",
    ...member({ limit: "availabilityWrites" }),
    request: { body: jsonBody(availabilityInputSchema) },
    responses: { 200: json("The pause as it is now", availabilitySchema), ...refusals() },
  }),
  async (c) => c.json(await updateAvailability(c.var.deps, c.var.viewer, c.req.valid("json")), 200),
);

notices.openapi(
  createRoute({
    method: "get",
    path: "/api/account/notifications",
    tags: ["notices"],
    summary: "What the member hears of, when not, and on which devices",
    ...member({ limit: "fence", whileSuspended: true }),
    responses: { 200: json("Settings and devices", notificationsSchema), ...refusals() },
  }),
  async (c) => c.json(await getNotifications(c.var.deps, c.var.viewer), 200),
);

notices.openapi(
  createRoute({
    method: "put",
    path: "/api/account/notifications",
    tags: ["notices"],
    summary: "Change what the member hears of; what is left out keeps its value",
    ...member({ limit: "profileWrites", whileSuspended: true }),
    request: { body: jsonBody(updateNotificationsSchema) },
    responses: { 200: json("As it is now", notificationsSchema), ...refusals() },
  }),
  async (c) =>
    c.json(await updateNotifications(c.var.deps, c.var.viewer, c.req.valid("json")), 200),
);

notices.openapi(
  createRoute({
    method: "post",
    path: "/api/account/push-subscriptions",
    tags: ["notices"],
    summary: "Notify this browser; it ends with the session that asks",
    ...member({ limit: "deviceWrites", whileSuspended: true }),
    request: { body: jsonBody(subscribeSchema) },
    responses: { 201: json("The device", pushSubscriptionSchema), ...refusals("push_unavailable") },
  }),
  async (c) => c.json(await subscribe(c.var.deps, c.var.viewer, c.req.valid("json")), 201),
);

notices.openapi(
  createRoute({
    method: "delete",
    path: "/api/account/push-subscriptions/{id}",
    tags: ["notices"],
    summary: "Notify one of the member's devices no more",
    ...member({ limit: "deviceWrites", whileSuspended: true }),
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: json("Not notified any more", confirmationSchema), ...refusals() },
  }),
  async (c) => c.json(await unsubscribe(c.var.deps, c.var.viewer, c.req.valid("param")), 200),
);

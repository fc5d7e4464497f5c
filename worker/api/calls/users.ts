import { z } from "zod";
import { availabilitySchema as availabilityInputSchema } from "~/core/availability/schemas";
import {
  citiesQuerySchema,
  placeQuerySchema,
  updateLocationSchema,
  updateProfileSchema,
  updateTimezoneSchema,
} from "~/core/profile/schemas";
import { toUtcDate } from "~/core/shared/age";
import {
  availabilitySchema,
  citySchema,
  confirmationSchema,
  exportSchema,
  memberSchema,
  placeSchema,
  publicProfileSchema,
} from "~/core/shared/contract";
import { defineCall, json } from "../define-call";

export const userCalls = [
  defineCall({
    method: "get",
    path: "/api/users/me",
    summary: "The own profile",
    access: "member",
    whileSuspended: true,
    responses: { 200: { description: "The own profile", schema: memberSchema } },
    handle: async ({ viewer }) => json(200, viewer.user),
  }),
  defineCall({
    method: "get",
    path: "/api/users/export",
    summary: "Everything held on the member, as one download",
    access: "member",
    whileSuspended: true,
    responses: { 200: { description: "All data", schema: exportSchema } },
    async handle({ services, viewer }) {
      const { exportedAt, stream } = await services.profiles.exportData(viewer);
      const name = `happenstance-export-${toUtcDate(Date.parse(exportedAt))}.json`;
      const headers = { "content-disposition": `attachment; filename="${name}"` };
      return json(200, stream, headers);
    },
  }),
  defineCall({
    method: "put",
    path: "/api/users/profile",
    summary: "Change the own profile; what is left out keeps its value",
    access: "member",
    body: updateProfileSchema,
    responses: { 200: { description: "The own profile as it is now", schema: memberSchema } },
    refusals: ["too_many_requests"],
    handle: async ({ services, viewer, body }) =>
      json(200, await services.profiles.updateProfile(viewer, body)),
  }),
  defineCall({
    method: "get",
    path: "/api/users/availability",
    summary: "Which runs the member sits out",
    access: "member",
    responses: { 200: { description: "The pause, if there is one", schema: availabilitySchema } },
    handle: async ({ services, viewer }) =>
      json(200, await services.availability.getAvailability(viewer)),
  }),
  defineCall({
    method: "put",
    path: "/api/users/availability",
    summary:
      "Sit out tomorrow's run, those until a date or until further notice; or take part again",
    access: "member",
    body: availabilityInputSchema,
    responses: { 200: { description: "The pause as it is now", schema: availabilitySchema } },
    handle: async ({ services, viewer, body }) =>
      json(200, await services.availability.updateAvailability(viewer, body)),
  }),
  defineCall({
    method: "put",
    path: "/api/users/timezone",
    summary: "Set the own timezone",
    access: "member",
    body: updateTimezoneSchema,
    responses: {
      200: { description: "The timezone", schema: z.strictObject({ timezone: z.string() }) },
    },
    handle: async ({ services, viewer, body }) =>
      json(200, await services.profiles.updateTimezone(viewer, body)),
  }),
  defineCall({
    method: "put",
    path: "/api/users/location",
    summary: "Save a captured position; timezone and place name follow from it",
    access: "member",
    body: updateLocationSchema,
    responses: {
      200: {
        description: "The position as it is stored",
        schema: z.strictObject({
          latitude: z.number(),
          longitude: z.number(),
          location: z.string(),
          timezone: z.string(),
        }),
      },
    },
    refusals: ["too_many_requests"],
    handle: async ({ services, viewer, body }) =>
      json(200, await services.profiles.updateLocation(viewer, body)),
  }),
  defineCall({
    method: "delete",
    path: "/api/users/account",
    summary: "Delete the account and every trace of it",
    access: "member",
    whileSuspended: true,
    responses: { 200: { description: "Deleted", schema: confirmationSchema } },
    handle: async ({ services, viewer }) =>
      json(200, await services.profiles.deleteAccount(viewer)),
  }),
  defineCall({
    method: "get",
    path: "/api/users/{userId}",
    summary: "Another member's profile",
    access: "member",
    params: z.object({ userId: z.string() }),
    responses: { 200: { description: "The public profile", schema: publicProfileSchema } },
    refusals: ["profile_not_found"],
    handle: async ({ services, viewer, params }) =>
      json(200, await services.profiles.getPublicProfile(viewer, params)),
  }),
  defineCall({
    method: "get",
    path: "/api/geo/place",
    summary: "Place name and timezone at a point",
    access: "member",
    query: placeQuerySchema,
    responses: { 200: { description: "The place", schema: placeSchema } },
    handle: async ({ services, viewer, query }) =>
      json(200, await services.profiles.locate(viewer, query)),
  }),
  defineCall({
    method: "get",
    path: "/api/geo/cities",
    summary: "Cities by the beginning of their name, the largest first",
    access: "member",
    query: citiesQuerySchema,
    responses: { 200: { description: "At most 10", schema: z.array(citySchema) } },
    handle: async ({ services, viewer, query }) =>
      json(200, await services.profiles.searchCities(viewer, query)),
  }),
];

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
  languageSchema,
  memberSchema,
  placeSchema,
  publicProfileSchema,
} from "~/core/shared/contract";
import { LANGUAGES } from "~/core/shared/languages";
import { defineCall, json, ok } from "../define-call";

export const userCalls = [
  defineCall({
    route: "GET /api/users/me",
    summary: "The own profile",
    access: "member",
    bound: "fence",
    whileSuspended: true,
    responses: ok("The own profile", memberSchema),
    handle: async ({ viewer }) => viewer.user,
  }),
  defineCall({
    route: "GET /api/users/export",
    summary: "Everything held on the member, as one download",
    access: "member",
    bound: "exports",
    whileSuspended: true,
    responses: ok("All data", exportSchema),
    async handle({ services, viewer }) {
      const { exportedAt, stream } = await services.profiles.exportData(viewer);
      const name = `happenstance-export-${toUtcDate(Date.parse(exportedAt))}.json`;
      const headers = { "content-disposition": `attachment; filename="${name}"` };
      return json(200, stream, headers);
    },
  }),
  defineCall({
    route: "PUT /api/users/profile",
    summary: "Change the own profile; what is left out keeps its value",
    access: "member",
    bound: "profileWrites",
    body: updateProfileSchema,
    responses: ok("The own profile as it is now", memberSchema),
    refusals: ["too_many_requests"],
    handle: ({ services, viewer, body }) => services.profiles.updateProfile(viewer, body),
  }),
  defineCall({
    route: "GET /api/users/availability",
    summary: "Which runs the member sits out",
    access: "member",
    bound: "fence",
    responses: ok("The pause, if there is one", availabilitySchema),
    handle: ({ services, viewer }) => services.availability.getAvailability(viewer),
  }),
  defineCall({
    route: "PUT /api/users/availability",
    summary:
      "Sit out tomorrow's run, those until a date or until further notice; or take part again",
    access: "member",
    bound: "availabilityWrites",
    body: availabilityInputSchema,
    responses: ok("The pause as it is now", availabilitySchema),
    handle: ({ services, viewer, body }) => services.availability.updateAvailability(viewer, body),
  }),
  defineCall({
    route: "PUT /api/users/timezone",
    summary: "Set the own timezone",
    access: "member",
    bound: "profileWrites",
    body: updateTimezoneSchema,
    responses: ok("The timezone", z.strictObject({ timezone: z.string() })),
    handle: ({ services, viewer, body }) => services.profiles.updateTimezone(viewer, body),
  }),
  defineCall({
    route: "PUT /api/users/location",
    summary: "Save a captured position; timezone and place name follow from it",
    access: "member",
    bound: "profileWrites",
    body: updateLocationSchema,
    responses: ok("The position as it is stored", citySchema),
    refusals: ["too_many_requests"],
    handle: ({ services, viewer, body }) => services.profiles.updateLocation(viewer, body),
  }),
  defineCall({
    route: "DELETE /api/users/account",
    summary: "Delete the account and every trace of it",
    access: "member",
    bound: "fence",
    whileSuspended: true,
    responses: ok("Deleted", confirmationSchema),
    handle: ({ services, viewer }) => services.profiles.deleteAccount(viewer),
  }),
  defineCall({
    route: "GET /api/users/{userId}",
    summary: "Another member's profile",
    access: "member",
    bound: "fence",
    params: z.object({ userId: z.string() }),
    responses: ok("The public profile", publicProfileSchema),
    refusals: ["profile_not_found"],
    handle: ({ services, viewer, params }) => services.profiles.getPublicProfile(viewer, params),
  }),
  defineCall({
    route: "GET /api/languages",
    summary: "The languages that a profile may name",
    access: "anyone",
    bound: "fence",
    responses: ok("By their names", z.array(languageSchema)),
    handle: async () => [...LANGUAGES],
  }),
  defineCall({
    route: "GET /api/geo/place",
    summary: "Place name and timezone at a point",
    access: "member",
    bound: "placeLookups",
    query: placeQuerySchema,
    responses: ok("The place", placeSchema),
    handle: ({ services, viewer, query }) => services.profiles.locate(viewer, query),
  }),
  defineCall({
    route: "GET /api/geo/cities",
    summary: "Cities by the beginning of their name, the largest first",
    access: "member",
    bound: "placeLookups",
    query: citiesQuerySchema,
    responses: ok("At most 10", z.array(citySchema)),
    handle: ({ services, viewer, query }) => services.profiles.searchCities(viewer, query),
  }),
];

import { createRoute, z } from "@hono/zod-openapi";
import {
  citiesQuerySchema,
  placeQuerySchema,
  updateLocationSchema,
  updateProfileSchema,
  updateTimezoneSchema,
} from "~/core/profile/schemas";
import {
  getPublicProfile,
  searchCities,
  updateLocation,
  updateProfile,
  updateTimezone,
} from "~/core/profile/service";
import {
  citySchema,
  languageSchema,
  memberSchema,
  placeSchema,
  publicProfileSchema,
} from "~/core/shared/contract";
import { LANGUAGES } from "~/core/shared/languages";
import { anyone, createRouter, json, jsonBody, member, publicRefusals, refusals } from "./router";

export const profile = createRouter();

profile.openapi(
  createRoute({
    method: "get",
    path: "/api/users/me",
    tags: ["profile"],
    summary: "The own profile",
    ...member({ limit: "fence", whileSuspended: true }),
    responses: { 200: json("The own profile", memberSchema), ...refusals() },
  }),
  (c) => c.json(c.var.viewer.user, 200),
);

profile.openapi(
  createRoute({
    method: "put",
    path: "/api/users/profile",
    tags: ["profile"],
    summary: "Change the own profile; what is left out keeps its value",
    ...member({ limit: "profileWrites" }),
    request: { body: jsonBody(updateProfileSchema) },
    responses: {
      200: json("The own profile as it is now", memberSchema),
      ...refusals("too_many_requests"),
    },
  }),
  async (c) => c.json(await updateProfile(c.var.deps, c.var.viewer, c.req.valid("json")), 200),
);

profile.openapi(
  createRoute({
    method: "put",
    path: "/api/users/timezone",
    tags: ["profile"],
    summary: "Set the own timezone",
    ...member({ limit: "profileWrites" }),
    request: { body: jsonBody(updateTimezoneSchema) },
    responses: {
      200: json("The timezone", z.strictObject({ timezone: z.string() })),
      ...refusals(),
    },
  }),
  async (c) => c.json(await updateTimezone(c.var.deps, c.var.viewer, c.req.valid("json")), 200),
);

profile.openapi(
  createRoute({
    method: "put",
    path: "/api/users/location",
    tags: ["profile"],
    summary: "Save a captured position; timezone and place name follow from it",
    ...member({ limit: "profileWrites" }),
    request: { body: jsonBody(updateLocationSchema) },
    responses: {
      200: json("The position as it is stored", citySchema),
      ...refusals("too_many_requests"),
    },
  }),
  async (c) => {
    const { deps } = c.var;
    const { position } = await updateLocation(deps, c.var.viewer, c.req.valid("json"));
    return c.json(position, 200);
  },
);

profile.openapi(
  createRoute({
    method: "get",
    path: "/api/users/{userId}",
    tags: ["profile"],
    summary: "Another member's profile",
    ...member({ limit: "fence" }),
    request: { params: z.object({ userId: z.string() }) },
    responses: {
      200: json("The public profile", publicProfileSchema),
      ...refusals("profile_not_found"),
    },
  }),
  async (c) => c.json(await getPublicProfile(c.var.deps, c.var.viewer, c.req.valid("param")), 200),
);

profile.openapi(
  createRoute({
    method: "get",
    path: "/api/languages",
    tags: ["profile"],
    summary: "The languages that a profile may name",
    ...anyone({ limit: "fence" }),
    responses: { 200: json("By their names", z.array(languageSchema)), ...publicRefusals() },
  }),
  (c) => c.json([...LANGUAGES], 200),
);

profile.openapi(
  createRoute({
    method: "get",
    path: "/api/geo/place",
    tags: ["profile"],
    summary: "Place name and timezone at a point",
    ...member({ limit: "placeLookups" }),
    request: { query: placeQuerySchema },
    responses: { 200: json("The place", placeSchema), ...refusals() },
  }),
  async (c) => c.json(await c.var.deps.geocoder.locate(c.req.valid("query")), 200),
);

profile.openapi(
  createRoute({
    method: "get",
    path: "/api/geo/cities",
    tags: ["profile"],
    summary: "Cities by the beginning of their name, the largest first",
    ...member({ limit: "placeLookups" }),
    request: { query: citiesQuerySchema },
    responses: { 200: json("At most 10", z.array(citySchema)), ...refusals() },
  }),
  async (c) => c.json(await searchCities(c.var.deps, c.req.valid("query")), 200),
);

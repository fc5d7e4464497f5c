import { useRouteLoaderData } from "~/app/framework";
import type { ShellData } from "./types";

/** Where support is reached, as the root loader says. */
export function useSupportEmail(): string {
  return useRouteLoaderData<ShellData>("root")?.supportEmail ?? "";
}

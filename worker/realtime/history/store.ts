import type { Logger, PairingHistory } from "~/core/ports";
import { unavailable } from "~/core/shared/errors";
import type { Env } from "~/worker/env";
import { callObject } from "../call-object";

type MemberStub = ReturnType<Env["MEMBERS"]["getByName"]>;

/** The port to the members' own objects. */
export function createPairingHistory(env: Pick<Env, "MEMBERS">, logger: Logger): PairingHistory {
  const call = async <Answer>(
    memberId: string,
    work: (object: MemberStub) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await callObject(env.MEMBERS, memberId, work);
    } catch (error) {
      logger.error("history.unreachable", error);
      throw unavailable();
    }
  };
  return {
    keep: (memberId, pairings) =>
      call(memberId, (object) => object.keepPairings(memberId, pairings)),
    list: (memberId, page) => call(memberId, (object) => object.listPairings(page)),
    find: (memberId, conversationId) =>
      call(memberId, (object) => object.findPairing(conversationId)),
    findWith: (memberId, partnerId) =>
      call(memberId, (object) => object.findPairingWith(partnerId)),
    forget: (memberId, conversationIds) =>
      call(memberId, (object) => object.forgetPairings(conversationIds)),
  };
}

import { correctionTable } from "@/server/domain/states";
import { Draft } from "./draft";
import { declareMoves, kindOf } from "./move";
import { decideRefund, findCaptured, listHidden, startRefund, sumBooked, sumPending } from "./refund-effects";
import { hasRefundPlace, toHalves } from "./refund-moves";
import type { Rules } from "./rules";
import { sceneAt } from "./scenes";
import { newRequest, type Refund, type State, wholeHalves } from "./state";

// What two people decide: requests for a refund in the panel (S32), and corrections of the books (D-75).

/** How a refund of the panel may start: it takes no partial refund on the day of the capture (D-25). */
function decidePanelRefund(state: State, halves: number, rules: Rules) {
  const method = decideRefund(state, halves, rules);
  const isPart = halves < wholeHalves - sumBooked(state);
  const isEarly = method === "credit" && isPart && findCaptured(state)?.isDayOver === false;
  return isEarly ? "not_now" : method;
}

const isMethod = (decided: string): decided is Refund["method"] => decided === "void" || decided === "credit";

/** Whether a correction by the truth can be booked, and no refund is under way that could still change the truth. */
function isCorrectable(state: State): boolean {
  const captured = findCaptured(state);
  if (captured === null || state.payments[captured.payment]?.isHeld !== true || sumPending(state) > 0) return false;
  const [hidden, ...others] = listHidden(state);
  if (others.length > 0) return false;
  if (hidden === undefined) return true;
  return hidden.method === "void" ? sumBooked(state) === 0 : sumBooked(state) + hidden.halves <= wholeHalves;
}

function endRequest(state: State, to: "rejected" | "withdrawn" | "expired"): Draft | null {
  const { request } = state;
  if (request?.status !== "waiting" || request.isOver !== (to === "expired")) return null;
  const draft = new Draft(state);
  draft.moveRequest(to);
  return draft;
}

export const peopleMoves = declareMoves({
  ask_for_refund: kindOf({
    actor: "merchant",
    useCase: "requestPanelRefund",
    record: null,
    choices: ["whole", "half"],
    make(state, _place, choice, rules) {
      if (!sceneAt(state.scene).hasRequests || state.request !== null || state.instant === 0) return null;
      const halves = toHalves(state, choice === "whole");
      if (choice === "half" && halves === wholeHalves - sumBooked(state)) return null;
      if (!isMethod(decidePanelRefund(state, halves, rules))) return null;
      const draft = new Draft(state);
      draft.request = { ...newRequest, halves };
      return draft;
    },
  }),

  approve_refund_request: kindOf({
    actor: "merchant",
    useCase: "approveRefundRequest",
    record: null,
    choices: ["read", "unread"],
    make(state, _place, choice, rules) {
      const { request } = state;
      if (request?.status !== "waiting" || request.isOver) return null;
      const decided = decidePanelRefund(state, request.halves, rules);
      const isRead = choice === "read";
      if (decided === "not_now" || (!isRead && decided !== "credit")) return null;
      if (isMethod(decided) && !hasRefundPlace(state)) return null;
      const draft = new Draft(state);
      draft.moveRequest(isMethod(decided) ? "sent" : "failed");
      if (isMethod(decided)) startRefund(draft, decided, request.halves, isRead);
      return draft;
    },
  }),

  reject_refund_request: kindOf({
    actor: "merchant",
    useCase: "rejectRefundRequest",
    record: null,
    choices: [""],
    make: (state) => endRequest(state, "rejected"),
  }),

  withdraw_refund_request: kindOf({
    actor: "merchant",
    useCase: "withdrawRefundRequest",
    record: null,
    choices: [""],
    make: (state) => endRequest(state, "withdrawn"),
  }),

  /** A request whose time is over ends when a person comes to decide on it. */
  come_too_late: kindOf({
    actor: "merchant",
    useCase: "approveRefundRequest",
    record: null,
    choices: [""],
    make: (state) => endRequest(state, "expired"),
  }),

  propose_correction: kindOf({
    actor: "staff",
    useCase: "proposeCorrection",
    record: null,
    choices: [""],
    make(state) {
      if (state.correction !== null || !isCorrectable(state)) return null;
      const draft = new Draft(state);
      draft.correction = correctionTable.initial;
      return draft;
    },
  }),

  approve_correction: kindOf({
    actor: "staff",
    useCase: "approveCorrection",
    record: null,
    choices: [""],
    make(state) {
      if (state.correction !== "waiting" || !isCorrectable(state)) return null;
      const draft = new Draft(state);
      draft.moveCorrection("approved");
      for (const hidden of listHidden(state)) draft.setRefund(state.refunds.indexOf(hidden), { isCorrected: true });
      const captured = findCaptured(state);
      if (captured) draft.setPayment(captured.payment, { isHeld: false });
      return draft;
    },
  }),

  reject_correction: kindOf({
    actor: "staff",
    useCase: "rejectCorrection",
    record: null,
    choices: [""],
    make(state) {
      if (state.correction !== "waiting") return null;
      const draft = new Draft(state);
      draft.moveCorrection("rejected");
      return draft;
    },
  }),
});

import { getContext } from "@/server/context";
import type { WebAnswer, WebRequest } from "@/server/request-store";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { requestFacts } from "../http/http";
import { routeTable } from "../http/routes";
import { rateLimits } from "../limits/rate-limits";
import { operations } from "./operation-list";
import { answer, type Door, plainAnswer } from "./pipeline";

const routes = routeTable(operations);

const door = (): Door => ({ ctx: getContext(), limits: rateLimits(), routes, authenticate: authenticateKey });

/** The merchant API as a route of the framework. */
export const handleV1 = (request: WebRequest): Promise<Response> => answer(request, requestFacts(), door());

/** The merchant API as our own server has it. Both doors answer alike. */
export const answerV1 = (request: WebRequest): Promise<WebAnswer> =>
  plainAnswer(request, requestFacts(), door());

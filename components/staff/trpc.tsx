"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, type TRPCClient } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import type { PanelRouter } from "@/server/entry/panel/router-type";
import type { StaffRouter } from "@/server/entry/staff/router-type";
import { ConfirmProvider } from "../panel/confirm-context";
import { TRPCProvider as SelfProvider } from "../panel/trpc";
import { createQueryClientConfig } from "../ui/query-client";

const procedures = createTRPCContext<StaffRouter>();
const { TRPCProvider } = procedures;

export const { useTRPC, useTRPCClient } = procedures;

/**
 * Provides the back-office procedures to the pages below. The procedures of the user's own account have the same names
 * in the panel and in the back-office, so both share the components for them. Those components read the panel's tRPC
 * context; here it holds the back-office client.
 */
export function StaffProcedures({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient(createQueryClientConfig("/staff/sign-in")));
  const [trpcClient] = useState(() =>
    createTRPCClient<StaffRouter>({
      links: [httpBatchLink({ url: "/api/staff/trpc", transformer: superjson, headers: { "x-vezne-page": "1" } })],
    }),
  );
  const selfClient = trpcClient as unknown as TRPCClient<PanelRouter>;
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <SelfProvider trpcClient={selfClient} queryClient={queryClient}>
          <ConfirmProvider confirm={(given) => trpcClient.self.confirm.mutate(given)}>{children}</ConfirmProvider>
        </SelfProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

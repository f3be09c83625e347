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
import { clientSettings } from "../ui/query-client";

export const { TRPCProvider, useTRPC } = createTRPCContext<StaffRouter>();

/**
 * The back-office's procedures for the pages below. What people do about themselves has the same names at both doors, and
 * so the same components: they find this door's procedures where they look for the panel's.
 */
export function StaffProcedures({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient(clientSettings("/staff/sign-in")));
  const [trpcClient] = useState(() =>
    createTRPCClient<StaffRouter>({
      links: [
        httpBatchLink({ url: "/api/staff/trpc", transformer: superjson, headers: { "x-vezne-page": "1" } }),
      ],
    }),
  );
  const selfClient = trpcClient as unknown as TRPCClient<PanelRouter>;
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <SelfProvider trpcClient={selfClient} queryClient={queryClient}>
          <ConfirmProvider confirm={(given) => trpcClient.self.confirm.mutate(given)}>
            {children}
          </ConfirmProvider>
        </SelfProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useId } from "react";
import { mayAsStaff, type StaffPermission, type StaffRole } from "@/server/domain/people/access";
import { SignOutButton } from "../panel/sign-in/sign-out-button";
import { useWords } from "../ui/language";
import { LanguageSwitch } from "../ui/language-switch";
import { staffPlaceOf, staffPlaces } from "./navigation";
import { staffWords } from "./staff-words";

interface ShellProps {
  readonly user: { readonly email: string; readonly name: string };
  readonly role: StaffRole;
  /** Until there is a second factor there is one place to go. */
  readonly mustSetUpSecondFactor: boolean;
  readonly children: ReactNode;
}

const RoleContext = createContext<StaffRole>("support");

/** Whether to offer something. The server decides by itself, whatever was offered. */
export const useMayAsStaff = (permission: StaffPermission): boolean =>
  mayAsStaff(useContext(RoleContext), permission);

/** Around every screen of the back-office: its places along the top, who one is, what one may do. */
export function StaffShell({ user, role, mustSetUpSecondFactor, children }: ShellProps) {
  const said = useWords(staffWords);
  const contentId = useId();
  const current = staffPlaceOf(usePathname());
  const places = staffPlaces.filter(
    ({ permission }) =>
      mayAsStaff(role, permission) && (permission === "self.manage" || !mustSetUpSecondFactor),
  );
  return (
    <RoleContext value={role}>
      <a
        href={`#${contentId}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-paper focus:p-3"
      >
        {said.skip}
      </a>
      <header className="border-b-2 border-ink">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2 sm:px-6 lg:px-8">
          <Link href="/staff" className="flex min-h-11 items-center gap-1 font-semibold">
            Vezne <span className="font-normal text-ink-soft">{said.office}</span>
          </Link>
          <nav aria-label={said.navigation}>
            <ul className="flex flex-wrap gap-1">
              {places.map((place) => (
                <li key={place.href}>
                  <Link
                    href={place.href}
                    aria-current={place === current ? "page" : undefined}
                    className="flex min-h-9 items-center gap-2 rounded-control px-3 hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:font-medium max-sm:min-h-11"
                  >
                    <place.icon aria-hidden="true" size={16} className="text-ink-soft" />
                    {said[place.word]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="ml-auto flex flex-wrap items-center gap-2">
            <p className="text-ink-soft">
              {user.name || user.email} · {said.roles[role]}
            </p>
            <SignOutButton door="staff" />
            <LanguageSwitch />
          </div>
        </div>
      </header>
      <main
        id={contentId}
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl min-w-0 p-4 outline-none sm:p-6 lg:p-8"
      >
        {children}
      </main>
    </RoleContext>
  );
}

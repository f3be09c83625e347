"use client";
import { type PanelRole, panelRoles } from "@/server/domain/people/access";
import { SelectField } from "../../ui/field";
import { useLanguage, useWords } from "../../ui/language";
import { roleWords } from "../words/roles";
import { teamWords } from "./team-words";

/** Selects a role and shows its description below. */
export function RoleField({ role, onRole }: { role: PanelRole; onRole(role: PanelRole): void }) {
  const words = roleWords[useLanguage()];
  const t = useWords(teamWords);
  return (
    <SelectField
      label={t.role}
      hint={words[role].help}
      value={role}
      onChange={({ currentTarget }) => onRole(currentTarget.value as PanelRole)}
    >
      {panelRoles.map((one) => (
        <option key={one} value={one}>
          {words[one].name}
        </option>
      ))}
    </SelectField>
  );
}

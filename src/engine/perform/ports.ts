/** Everything the engine reaches the world through. */
import type { ClockPort } from "../../ports/clock";
import type { Host } from "../../ports/host";
import type { ModelPort } from "../../ports/model";
import type { NoticePort } from "../../ports/notice";
import type { ProgramsPort } from "../../ports/programs";
import type { RandomPort } from "../../ports/random";
import type { ShelfPort } from "../../ports/shelf";
import type { StorePort } from "../../ports/store";
import type { ToolsPort } from "../../ports/tools";
import type { VaultPort } from "../../ports/vault";

export interface Ports {
  readonly vault: VaultPort;
  readonly tools: ToolsPort;
  readonly models: ModelPort;
  readonly programs: ProgramsPort;
  readonly clock: ClockPort;
  readonly random: RandomPort;
  readonly store: StorePort;
  readonly notice: NoticePort;
  readonly host: Host;
  /** Left out where nothing outside the vault can be read, as on a phone. */
  readonly shelf?: ShelfPort | undefined;
}

/** Everything the engine reaches the world through. */
import type { ClockPort } from "../../kit/ports/clock";
import type { Host } from "../../kit/ports/host";
import type { ModelPort } from "../../kit/ports/model";
import type { NoticePort } from "../../kit/ports/notice";
import type { ProgramsPort } from "../../kit/ports/programs";
import type { RandomPort } from "../../kit/ports/random";
import type { ShelfPort } from "../../kit/ports/shelf";
import type { StorePort } from "../../kit/ports/store";
import type { ToolsPort } from "../../kit/ports/tools";
import type { VaultPort } from "../../kit/ports/vault";

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

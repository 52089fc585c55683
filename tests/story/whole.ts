/** All that a case needs, for those who play it as a bundle. */
export { folderGround, memoryGround } from "./ground";
export { judge } from "./judge";
export { play } from "./play";
export { createStage, settle } from "./stage";
export { readOverrides, readStory } from "./story";

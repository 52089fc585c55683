/** Name by which the app knows the mission view. */
export const MISSION_VIEW = "planwright-mission";

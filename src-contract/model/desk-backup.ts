/** A backup of the desk that was written. */
export interface DeskBackup {
	path: string;
	/** Size of the file. */
	bytes: number;
}

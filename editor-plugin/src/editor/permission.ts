/** Spec 5. The runtime checks the permission again at each request. */
export const mayRead = (): boolean => RED.user.hasPermission('git-control.read');
export const mayWrite = (): boolean => RED.user.hasPermission('git-control.write');

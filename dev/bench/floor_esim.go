package bench

// eSIMOrderFloor is an order whose profile is installed at the first try.
func eSIMOrderFloor(f Flow) int {
	const (
		fulfil = localEvents + timerEvents + // ready by then, or the money goes back
			child + localEvents + // profile, installed
			heard + // the code is out
			heard // downloaded: from now on the order cannot be called off
		remind     = timerEvents
		activate   = regular + localEvents // the network, then the line
		attributes = 4 * attributesEvents  // the stages placed or preparing, dispatched, delivered, active
	)
	events := runEvents + wizardToPrice + pay + fulfil + remind + activate + attributes + f.Notices*regular
	if f.Challenge {
		events += heard // the bank's page, which the customer has to see
	}
	return events
}

// profileFloor is a profile that is made, downloaded and installed; the installed notice is passed on by the end of the
// workflow.
func profileFloor() int {
	const report = signalEvents + taskEvents
	return runEvents + taskEvents + regular + told + // made, its code passed on
		report + told + // downloaded
		report // installed
}

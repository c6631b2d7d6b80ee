package contract

import (
	"fmt"
	"time"
)

// WorkflowPlanShard advances the plans of one shard of lines, forever.
const WorkflowPlanShard = "PlanShard"

// PlanShards is the number of shards. The last byte of a line's id says its shard.
const PlanShards = 256

// PlanShardWorkflowID names the workflow of a shard.
func PlanShardWorkflowID(shard int) string { return fmt.Sprintf("plan-shard/%03d", shard) }

// PlanShardOf returns the shard of a line; false for an id that is no UUID.
func PlanShardOf(lineID string) (shard int, ok bool) {
	if len(lineID) < 2 {
		return 0, false
	}
	_, err := fmt.Sscanf(lineID[len(lineID)-2:], "%02x", &shard)
	return shard, err == nil
}

// LongestShardRest is the longest time until a shard looks for due plans again. A plan that another process makes due earlier is
// reported to it by SignalPlanDue.
const LongestShardRest = time.Hour

// SignalPlanDue reports to a PlanShard that a plan is due soon.
const SignalPlanDue = "plan-due"

// PlanShardInput starts each run of a PlanShard, and is the input of AdvanceShard.
type PlanShardInput struct {
	Unknown
	Shard int `json:"shard"`
}

// ShardRest is the answer of AdvanceShard.
type ShardRest struct {
	Advanced int       `json:"advanced"`
	Next     time.Time `json:"next,omitzero"` // when the next plan is due; zero without one
}

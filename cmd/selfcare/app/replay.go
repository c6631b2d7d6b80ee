package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/logging"
	"selfcare/worker"
)

// Replay runs recorded histories, files or all in folders, through the workflows of this binary and reports those that
// would take another path today. A folder without histories proves nothing, so it is an error. keys, a ring in the
// format of PAYLOAD_KEYS, opens encrypted histories; empty reads plain ones.
func Replay(places []string, keys string, out io.Writer) error {
	var histories []string
	for _, place := range places {
		found, err := recordedIn(place)
		if err != nil {
			return err
		}
		histories = append(histories, found...)
	}
	replays, err := newReplayer(keys)
	if err != nil {
		return err
	}
	var broken []error
	for _, history := range histories {
		verdict, err := replays.verdict(history)
		if err != nil {
			broken = append(broken, fmt.Errorf("%s: %w", history, err))
		}
		if _, err := fmt.Fprintf(out, "%-6s  %s\n", verdict, history); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
	}
	return errors.Join(broken...)
}

// replayer tells a history with another path from an unreadable one, which fails in the same way.
type replayer struct {
	sdk.WorkflowReplayer

	read *reading
}

func (r replayer) verdict(history string) (string, error) {
	r.read.failed.Store(false)
	err := r.ReplayWorkflowHistoryFromJSONFile(logging.ForTemporal(slog.New(slog.DiscardHandler)), history)
	switch {
	case err == nil:
		return "ok", nil
	case r.read.failed.Load():
		return "UNREAD", errors.New("cannot be read: PAYLOAD_KEYS must have the key that sealed it")
	default:
		return "BROKEN", err
	}
}

// reading records that a sealed payload could not be opened.
type reading struct {
	converter.DataConverter

	failed atomic.Bool
}

func (r *reading) FromPayload(payload *commonpb.Payload, value any) error {
	return r.noted(r.DataConverter.FromPayload(payload, value), payload)
}

func (r *reading) FromPayloads(payloads *commonpb.Payloads, values ...any) error {
	return r.noted(r.DataConverter.FromPayloads(payloads, values...), payloads.GetPayloads()...)
}

func (r *reading) noted(err error, payloads ...*commonpb.Payload) error {
	if err != nil && slices.ContainsFunc(payloads, codec.Sealed) {
		r.failed.Store(true)
	}
	return err
}

func newReplayer(keys string, on ...interceptor.WorkerInterceptor) (replayer, error) {
	read := &reading{DataConverter: converter.GetDefaultDataConverter()}
	options := sdk.WorkflowReplayerOptions{DataConverter: read, Interceptors: on}
	if keys != "" {
		ring, err := codec.ParseKeys(keys)
		if err != nil {
			return replayer{}, fmt.Errorf("PAYLOAD_KEYS: %w", err)
		}
		read.DataConverter, options.FailureConverter = codec.DataConverter(ring), codec.FailureConverter(ring)
	}
	replays, err := sdk.NewWorkflowReplayerWithOptions(options)
	if err != nil {
		return replayer{}, fmt.Errorf("prepare the replay: %w", err)
	}
	for _, workflow := range worker.Workflows {
		replays.RegisterWorkflow(workflow)
	}
	return replayer{WorkflowReplayer: replays, read: read}, nil
}

func recordedIn(root string) ([]string, error) {
	var histories []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir() && (path == root || filepath.Ext(path) == ".json"):
			histories = append(histories, path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for histories: %w", err)
	}
	if len(histories) == 0 {
		return nil, fmt.Errorf("no recorded histories in %s", root)
	}
	return histories, nil
}

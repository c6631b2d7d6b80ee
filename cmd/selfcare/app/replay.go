package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/logging"
	"selfcare/worker"
)

// Replay runs recorded histories, files or all in folders, through the workflows of this binary and says which of them would go
// another way today. A folder without histories proves nothing, so it is an error. keys, a ring written like
// PAYLOAD_KEYS, opens encrypted histories; empty reads plain ones.
func Replay(places []string, keys string, out io.Writer) error {
	var histories []string
	for _, place := range places {
		found, err := recordedIn(place)
		if err != nil {
			return err
		}
		histories = append(histories, found...)
	}
	replayer, err := newReplayer(keys)
	if err != nil {
		return err
	}
	var broken []error
	for _, history := range histories {
		verdict := "ok"
		if err := replayer.ReplayWorkflowHistoryFromJSONFile(logging.ForTemporal(slog.New(slog.DiscardHandler)), history); err != nil {
			verdict = "BROKEN"
			broken = append(broken, fmt.Errorf("%s: %w", history, err))
		}
		if _, err := fmt.Fprintf(out, "%-6s  %s\n", verdict, history); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
	}
	return errors.Join(broken...)
}

func newReplayer(keys string, on ...interceptor.WorkerInterceptor) (sdk.WorkflowReplayer, error) {
	options := sdk.WorkflowReplayerOptions{DataConverter: converter.GetDefaultDataConverter(), Interceptors: on}
	if keys != "" {
		ring, err := codec.ParseKeys(keys)
		if err != nil {
			return nil, fmt.Errorf("PAYLOAD_KEYS: %w", err)
		}
		options.DataConverter, options.FailureConverter = codec.DataConverter(ring), codec.FailureConverter(ring)
	}
	replayer, err := sdk.NewWorkflowReplayerWithOptions(options)
	if err != nil {
		return nil, fmt.Errorf("prepare the replay: %w", err)
	}
	for _, workflow := range slices.Concat(worker.Workflows, worker.MessageWorkflows) {
		replayer.RegisterWorkflow(workflow)
	}
	return replayer, nil
}

func recordedIn(root string) ([]string, error) {
	var histories, folders []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root:
			folders = append(folders, path)
		case path == root && !entry.IsDir(), filepath.Ext(path) == ".json":
			histories = append(histories, path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for histories: %w", err)
	}
	if len(histories) == 0 {
		folders = append(folders, root)
	}
	for _, folder := range folders {
		within := func(history string) bool { return strings.HasPrefix(history, folder+string(filepath.Separator)) }
		if !slices.ContainsFunc(histories, within) {
			return nil, fmt.Errorf("no recorded histories in %s", folder)
		}
	}
	return histories, nil
}

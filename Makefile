# make help lists the targets. Everything is built into bin/ and web/dist, each only when its sources changed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

export CGO_ENABLED ?= 0
# Build, run, test, vet and the linters take the same flags, so that one compilation serves them all. With -trimpath it serves every
# checkout on this machine, too. A checkout owned by another user must not stop a build: no version control stamp.
export GOFLAGS += -buildvcs=false -trimpath
export NPM_CONFIG_FUND = false
export NPM_CONFIG_AUDIT = false
export NPM_CONFIG_UPDATE_NOTIFIER = false

GO_FILES := go.mod go.sum $(shell find activities api cmd dev internal migrations worker workflows -type f -not -name '*_test.go' -not -path '*/testdata/*' -not -path 'api/servertest/*' -not -path 'internal/store/storetest/*')
WEB_FILES := $(shell find web/src web/build web/public web/index.html web/vite.config.ts web/tsconfig.json web/package.json -type f 2>/dev/null)
MODULES := web/node_modules/.installed
LINTERS := bin/golangci-lint bin/workflowcheck bin/deadcode
# The version of the workers. A tree with changes says so; the program then adds a hash of itself.
COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo development)$(shell test -z "$$(git status --porcelain 2>/dev/null)" || echo -dirty)
COMMITTED := $(shell git show --no-patch --format=%cI HEAD 2>/dev/null)
REPORTS := .reports
HAS_CC := $(shell command -v cc >/dev/null 2>&1 && echo yes)
# Compilers and tests live for seconds: with less garbage collection they take a seventh less of the processor.
QUICK := env GOGC=400
GOTESTSUM = $(QUICK) $(CURDIR)/bin/gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg
comma := ,

BROWSER_PARTS := en-phone en-desktop ar-phone ar-desktop whole serial
PARTS := race-api race-flows race stack requests contract properties deploy restore demos $(addprefix browser-,$(BROWSER_PARTS))

.DEFAULT_GOAL := help
.PHONY: help run demo reset check fmt gen test test-all stress record bench scale chaos lighthouse examples sbom \
	build clean lint-go lint-api lint-web lint-prose size gen-check test-go test-race test-web replay e2e billing-run fuzz fuzz-contract \
	$(PARTS:%=all-%)

help:
	@awk '/^##@/ { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { split($$0, part, ":.*## "); printf "  make %-10s %s\n", part[1], part[2] }' $(MAKEFILE_LIST)

##@ Run

run: build ## start everything on this machine and print the addresses
	@exec bin/devstack

KIND ?= sim
demo: bin/devstack ## walk the public API of a running stack as a customer: KIND=esim; `bin/demo --help` lists the kinds
	@bin/demo --kind $(KIND)

reset: ## forget all data of `make run`
	rm -rf .devstack .e2e

##@ Look at the code

check: ## generated files, formatting, linters, types, sizes; minutes
	@tools/stages.sh "make check" gen-check lint-prose lint-api lint-web lint-go size

fmt: bin/golangci-lint $(MODULES) ## format everything
	bin/golangci-lint fmt ./...
	npm --prefix web run --silent fmt

gen: bin/oapi-codegen $(MODULES) ## regenerate what is generated from the contract and the configuration
	npm --prefix web run --silent gen:server
	cd api && ../bin/oapi-codegen -config oapi-codegen.yaml .server.yaml && ../bin/oapi-codegen -config oapi-codegen-spec.yaml openapi.yaml
	npm --prefix web run --silent gen
	go run ./cmd/selfcare env > .env.example.new && mv .env.example.new .env.example

##@ Test (docs/testing.md)

test: ## everything that CI runs, with a table of seconds at the end
	@tools/stages.sh "make test" build $(LINTERS) gen-check lint-prose lint-api lint-web lint-go size test-go test-race test-web e2e

test-all: ## the rest, before a release and each night; PART=race,stack for some of it
	@tools/stages.sh "make test-all" $(addprefix all-,$(or $(subst $(comma), ,$(PART)),$(PARTS)))

stress: ## repeat tests beside two busy loops, PART=go, web or e2e
	@tools/stress.sh $(or $(PART),go web e2e)

record: bin/temporal ## record the histories of workflows anew after an intended change
	rm -f workflows/testdata/histories/*.json
	go test -count=1 -timeout 40m -tags record -run TestRecord ./workflows/

##@ Measure

bench: build bin/devstack-in-clear ## write docs/benchmarks.md, with 200,000 idle lines (LINES=0: none); ONLY=P4,P5 for some figures
	go run ./cmd/bench --lines $(or $(LINES),200000) $(if $(ONLY),--only $(ONLY))

scale: $(if $(FIGURES),build,$(MODULES)) ## fill a database with LINES=200000 lines, and print the work of each statement; minutes, 6 GB in .bench/scale; FIGURES=yes measures the product on it
	go run ./cmd/scale --lines $(or $(LINES),200000) $(if $(FIGURES),--figures $(if $(ONLY),--only $(ONLY)))

chaos: bin/temporal $(MODULES) ## parts of a stack die under orders: ONLY=R1,R2,R3,Waits,R5,P13,R17; SEED=n repeats a run
	@tools/chaos.sh $(subst $(comma), ,$(ONLY))

lighthouse: build ## pages on a phone beside a bare page, median of five; RUNS=1 for a quick look
	tools/lighthouse.sh

##@ Release

examples: $(MODULES) ## record the examples of /api/docs from the tests of the server
	@mkdir -p $(REPORTS)
	rm -f $(REPORTS)/examples.json
	EXAMPLES=$(CURDIR)/$(REPORTS)/examples.json go test -count=1 -timeout 20m ./api/server/...
	mv $(REPORTS)/examples.json api/examples/recorded/examples.json

sbom: bin/cyclonedx-gomod ## list the parts of the product with their licences in .reports/
	@mkdir -p $(REPORTS)
	bin/cyclonedx-gomod app -json -licenses -main cmd/selfcare -output $(REPORTS)/sbom-go.json .
	npm --prefix web sbom --package-lock-only --sbom-format cyclonedx --omit dev > $(REPORTS)/sbom-web.json

# --- programs ---------------------------------------------------------------------------------------------------

# The web packages are fetched while Go builds. Two builds of Go at once would compile much twice, so those wait for each other.
build:
	@$(MAKE) --no-print-directory -j2 bin/temporal bin/devstack web/dist/index.html

bin/devstack: $(GO_FILES) | bin/temporal
	@tools/step.sh "Go modules, download" "Go could not fetch its modules: check the network and GOPROXY, then run this again." go mod download
	@tools/step.sh "Programs of Selfcare, build" "The lines above name the file." \
		$(QUICK) go build -ldflags "-X selfcare/cmd/selfcare/app.commit=$(COMMIT) -X selfcare/cmd/selfcare/app.built=$(COMMITTED)" -o bin/ ./cmd/devstack ./cmd/selfcare ./cmd/simulator ./cmd/demo
	@touch $@

bin/selfcare bin/simulator bin/demo: bin/devstack
	@touch -c $@

# A server of another version is thrown away: "go version -m" reads what it was built from.
TEMPORAL_VERSION := $(shell awk '$$1 == "github.com/temporalio/cli" { print $$2 }' tools/temporal/go.mod)
ifeq (,$(findstring $(TEMPORAL_VERSION),$(shell go version -m bin/temporal 2>/dev/null | grep -w github.com/temporalio/cli)))
.PHONY: bin/temporal
endif

bin/temporal: tools/temporal/go.mod tools/temporal/go.sum
	@rm -f $@
	@tools/step.sh "Modules of the Temporal server, download" "Go could not fetch its modules: check the network and GOPROXY, then run this again." \
		go -C tools/temporal mod download
	@tools/step.sh "Temporal server, build (once, minutes)" "The lines above name the cause; remove bin/temporal and run this again." \
		$(QUICK) go -C tools/temporal build -o ../../$@ github.com/temporalio/cli/cmd/temporal

# Once made, npm says nothing about a folder that is half written: only the stamp counts, and "npm ci" begins with an empty folder.
$(MODULES): web/package.json web/package-lock.json
	@tools/step.sh "Web packages, Postgres and Node, download" "npm could not fetch its packages: check the network (npm ping), then run this again; it starts anew." \
		npm --prefix web ci --no-progress --loglevel=error
	@touch $@

web/dist/index.html: $(MODULES) $(WEB_FILES)
	@tools/step.sh "Web app, build" "The lines above name the file." npm --prefix web run --silent build -- --logLevel warn
	@touch $@

bin/oapi-codegen: tools/gen/go.mod tools/gen/go.sum
	go -C tools/gen build -o ../../$@ github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen

bin/golangci-lint: tools/lint/go.mod tools/lint/go.sum
	@tools/step.sh "Linters, build (once, minutes)" "The lines above name the cause." \
		$(QUICK) go -C tools/lint build -o ../../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

bin/workflowcheck: tools/lint/go.mod tools/lint/go.sum
	go -C tools/lint build -o ../../$@ go.temporal.io/sdk/contrib/tools/workflowcheck

bin/deadcode: tools/lint/go.mod tools/lint/go.sum
	go -C tools/lint build -o ../../$@ golang.org/x/tools/cmd/deadcode

bin/cyclonedx-gomod: tools/sbom/go.mod tools/sbom/go.sum
	go -C tools/sbom build -o ../../$@ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod

# Vale parses TypeScript with a parser written in C.
bin/vale: tools/prose/go.mod tools/prose/go.sum
	@tools/step.sh "Prose linter, build (once, a minute)" "The lines above name the cause." \
		env CGO_ENABLED=1 $(QUICK) go -C tools/prose build -o ../../$@ github.com/vale-cli/vale/v3/cmd/vale

bin/pdftext: tools/pdftext/go.mod tools/pdftext/main.go
	go -C tools/pdftext build -o ../../$@ .

bin/gotestsum: tools/test/go.mod tools/test/go.sum
	go -C tools/test build -o ../../$@ gotest.tools/gotestsum

bin/devstack-in-clear: $(GO_FILES) tools/in-clear.sh
	tools/in-clear.sh

# --- stages of check and test -------------------------------------------------------------------------------------

gen-check: bin/oapi-codegen $(MODULES)
	@tools/check-generated.sh

lint-go: $(LINTERS)
	bin/golangci-lint run ./...
	cd deploy && ../bin/golangci-lint run ./...
	go vet -tags record ./workflows
	bin/workflowcheck ./workflows/...
	go mod tidy -diff
	go -C deploy mod tidy -diff
	tools/deadcode.sh

lint-prose: $(if $(HAS_CC),bin/vale) # words of comments, pages and English screens; tools/prose/styles has the list
	@tools/prose.sh

lint-api: $(MODULES)
	@REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npm --prefix web run --silent lint:api

lint-web: $(MODULES)
	npm --prefix web run --silent lint
	npm --prefix web run --silent typecheck

size: web/dist/index.html # scripts and styles of each page against their budgets
	@npm --prefix web run --silent size

test-go: bin/gotestsum bin/pdftext bin/temporal $(MODULES)
	@mkdir -p $(REPORTS)
	$(GOTESTSUM) --junitfile $(REPORTS)/go.xml -- -short ./...
	cd deploy && $(GOTESTSUM) --junitfile ../$(REPORTS)/deploy.xml -- -short ./...

replay: # the recorded histories against the workflows of today, and the share of statements that they run; test-go replays them, too
	go test -count=1 -run TestReplay -coverpkg=./workflows/... ./workflows

test-web: $(MODULES)
	@mkdir -p $(REPORTS)
	npm --prefix web run --silent test -- --reporter=dot --reporter=junit --outputFile.junit=../$(REPORTS)/web.xml

# The race detector compiles everything a second time, so here it looks at the packages alone whose goroutines share memory.
CONCURRENT := ./api/server/middleware ./api/server/webapp ./internal/cache ./internal/flow ./internal/gateway/jsonhttp ./internal/platform/... \
	./dev/simulator/engine
NO_CC := "No C compiler here, so the race detector cannot run: install gcc or clang and run this again. Everything else runs without."

test-race: bin/gotestsum bin/temporal $(MODULES)
	@mkdir -p $(REPORTS)
ifeq ($(HAS_CC),yes)
	CGO_ENABLED=1 $(GOTESTSUM) --junitfile $(REPORTS)/race.xml -- -race -short $(CONCURRENT)
else
	@echo $(NO_CC)
endif

e2e: build # journeys in a browser, each once, on a stack of their own
	@mkdir -p $(REPORTS)
	tools/e2e.sh

# --- parts of test-all ------------------------------------------------------------------------------------------

RACED_api := ./api/...
RACED_flows := ./activities/... ./workflows/... ./worker/...
all-race-api all-race-flows all-race: bin/gotestsum bin/pdftext bin/temporal $(MODULES)
	@mkdir -p $(REPORTS)
	@[[ -n "$(HAS_CC)" ]] || { echo $(NO_CC); exit 1; }
	CGO_ENABLED=1 $(GOTESTSUM) --junitfile $(REPORTS)/$(@:all-%=%).xml -- -race -short -timeout 30m \
		$(or $(RACED_$(@:all-race-%=%)),$$(go list ./... | grep -vE '^selfcare/(api|activities|workflows|worker)(/|$$)'))

all-stack: bin/gotestsum bin/temporal $(MODULES)
	@mkdir -p $(REPORTS)
	$(GOTESTSUM) --junitfile $(REPORTS)/stack.xml -- -timeout 30m ./dev/bench ./dev/chaos ./dev/billrun ./dev/devstack ./dev/planlifecycle ./dev/testkit/crashpoint

all-deploy: bin/gotestsum build # from an empty folder to the first order, as the compose file leads
	@mkdir -p $(REPORTS)
	cd deploy && $(GOTESTSUM) --junitfile ../$(REPORTS)/deploy.xml -- -timeout 20m ./...

all-restore: bin/gotestsum $(MODULES) # dump and restore with the programs of a whole Postgres
	@mkdir -p $(REPORTS)
	SELFCARE_PG_BIN=$$(tools/postgres.sh) $(GOTESTSUM) --junitfile $(REPORTS)/restore.xml -- -timeout 10m -run TestRestore ./migrations

all-demos: bin/gotestsum bin/temporal $(MODULES) # every demo twice, on a stack as `make run` starts it
	@mkdir -p $(REPORTS)
	$(GOTESTSUM) --junitfile $(REPORTS)/demos.xml -- -timeout 25m ./cmd/demo

all-requests: bin/gotestsum $(MODULES)
	@mkdir -p $(REPORTS)
	$(GOTESTSUM) --junitfile $(REPORTS)/requests.xml -- -timeout 30m -run '^(TestHostileInput|TestTooLarge|TestContract_GeneratedRequest)' ./api/server

CASES ?= 200
all-contract: fuzz-contract
fuzz-contract: $(MODULES) # SEED=n repeats a run, OPERATION=payOrder is for one operation
	@mkdir -p .bench
	go test -count=1 -timeout 60m -v -run TestContract_GeneratedRequest ./api/server -args -cases $(CASES) -raw $(CURDIR)/.bench/S12.json $(if $(SEED),-contract-seed $(SEED)) $(if $(OPERATION),-operation $(OPERATION))

all-properties: bin/gotestsum bin/temporal $(MODULES)
	@mkdir -p $(REPORTS)
	$(GOTESTSUM) --junitfile $(REPORTS)/properties.xml -- -timeout 30m $$(git grep -l pgregory.net/rapid -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's|^|./|')

$(BROWSER_PARTS:%=all-browser-%): build # each journey in every language and width of its row
	@mkdir -p $(REPORTS)
	JOURNEYS=all PART=$(@:all-browser-%=%) tools/e2e.sh

BILLS ?= 10000
KILLS ?= 9
billing-run: bin/temporal $(MODULES) # a cycle of BILLS=10000 bills while KILLS=9 workers are killed; SEED=n repeats one; up to 15 minutes
	@mkdir -p .bench
	go test -count=1 -timeout 20m -v -run TestBillRun ./dev/billrun -args -lines $(BILLS) -kills $(KILLS) -allowed 15m -raw $(CURDIR)/.bench/bills.json $(if $(SEED),-seed $(SEED))

fuzz: # every parser under made-up input, FUZZ_TIME=5m each; FUZZ=Voucher for those of that name
	tools/fuzz.sh

clean: reset # forget everything built, too
	rm -rf bin web/dist web/node_modules $(REPORTS)

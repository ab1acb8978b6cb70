package events

// Field numbers and JSON names of build_event_stream.proto, only those that are
// read. The numbers from 1000 are ours, for the wrapper that a build event
// service puts around an event when it is kept as JSON.
var (
	wrapperSchema = []field{{fEvent, "event"}, {fBazelEvent, "bazelEvent"}}

	eventSchema = []field{
		{1, "id"}, {2, "children"}, {20, "lastMessage"},
		{pProgress, "progress"}, {pAborted, "aborted"}, {pStarted, "started"}, {pExpanded, "expanded"},
		{pAction, "action"}, {pCompleted, "completed"}, {pTestSummary, "testSummary"}, {pTestResult, "testResult"},
		{pOptions, "optionsParsed"}, {pFinished, "finished"}, {pNamedSet, "namedSetOfFiles"},
		{pConfiguration, "configuration"}, {pConfigured, "configured"}, {pFetch, "fetch"}, {pToolLogs, "buildToolLogs"},
		{pMetrics, "buildMetrics"}, {pWorkspace, "workspaceInfo"}, {pMetadata, "buildMetadata"},
		{pSymlinks, "convenienceSymlinksIdentified"}, {pUnstructured, "unstructuredCommandLine"}, {pStructured, "structuredCommandLine"}, {fEvent, "event"},
	}

	idSchema = []field{
		{idProgress, "progress"}, {idStarted, "started"}, {idPattern, "pattern"}, {idCompleted, "targetCompleted"},
		{idAction, "actionCompleted"}, {idTestSummary, "testSummary"}, {idTestResult, "testResult"},
		{idFinished, "buildFinished"}, {idPatternSkipped, "patternSkipped"}, {idNamedSet, "namedSet"},
		{idConfiguration, "configuration"}, {idConfigured, "targetConfigured"}, {idFetch, "fetch"},
		{idUnconfiguredLabel, "unconfiguredLabel"}, {idConfiguredLabel, "configuredLabel"}, {idTargetSummary, "targetSummary"},
	}

	patternIDSchema       = []field{{1, "pattern"}}
	labelConfigSchema     = []field{{1, "label"}, {2, "configuration"}}
	completedIDSchema     = []field{{1, "label"}, {2, "aspect"}, {3, "configuration"}}
	configuredIDSchema    = []field{{1, "label"}, {2, "aspect"}}
	actionIDSchema        = []field{{1, "primaryOutput"}, {2, "label"}, {3, "configuration"}}
	testResultIDSchema    = []field{{1, "label"}, {2, "run"}, {3, "shard"}, {4, "attempt"}, {5, "configuration"}}
	fetchIDSchema         = []field{{1, "url"}}
	idOnlySchema          = []field{{1, "id"}}
	progressSchema        = []field{{1, "stdout"}, {2, "stderr"}}
	abortedSchema         = []field{{1, "reason"}, {2, "description"}}
	startedSchema         = []field{{1, "uuid"}, {2, "startTimeMillis"}, {3, "buildToolVersion"}, {5, "command"}, {6, "workingDirectory"}, {7, "workspaceDirectory"}, {8, "serverPid"}, {9, "startTime"}}
	optionsSchema         = []field{{1, "startupOptions"}, {2, "explicitStartupOptions"}, {3, "cmdLine"}, {4, "explicitCmdLine"}, {6, "toolTag"}}
	workspaceSchema       = []field{{1, "localExecRoot"}}
	metadataSchema        = []field{{1, "metadata"}}
	configurationSchema   = []field{{1, "mnemonic"}, {2, "platformName"}, {3, "cpu"}, {4, "makeVariable"}, {5, "isTool"}}
	expandedSchema        = []field{{1, "testSuiteExpansions"}}
	suiteSchema           = []field{{1, "suiteLabel"}, {2, "testLabels"}}
	configuredSchema      = []field{{1, "targetKind"}, {2, "testSize"}, {3, "tag"}}
	completedSchema       = []field{{1, "success"}, {2, "outputGroup"}, {3, "tag"}, {4, "importantOutput"}, {7, "testTimeoutSeconds"}, {8, "directoryOutput"}, {9, "failureDetail"}, {10, "testTimeout"}}
	outputGroupSchema     = []field{{1, "name"}, {3, "fileSets"}, {4, "incomplete"}, {5, "inlineFiles"}}
	namedSetSchema        = []field{{1, "files"}, {2, "fileSets"}}
	fileSchema            = []field{{1, "name"}, {2, "uri"}, {3, "contents"}, {4, "pathPrefix"}, {5, "digest"}, {6, "length"}, {7, "symlinkTargetPath"}}
	actionSchema          = []field{{1, "success"}, {2, "exitCode"}, {3, "stdout"}, {4, "stderr"}, {5, "label"}, {6, "primaryOutput"}, {7, "configuration"}, {8, "type"}, {9, "commandLine"}, {11, "failureDetail"}, {12, "startTime"}, {13, "endTime"}}
	failureSchema         = []field{{1, "message"}}
	testResultSchema      = []field{{2, "testActionOutput"}, {3, "testAttemptDurationMillis"}, {4, "cachedLocally"}, {5, "status"}, {6, "testAttemptStartMillisEpoch"}, {7, "warning"}, {8, "executionInfo"}, {9, "statusDetails"}, {10, "testAttemptStart"}, {11, "testAttemptDuration"}}
	executionInfoSchema   = []field{{2, "strategy"}, {3, "hostname"}, {6, "cachedRemotely"}, {7, "exitCode"}}
	testSummarySchema     = []field{{1, "totalRunCount"}, {3, "passed"}, {4, "failed"}, {5, "overallStatus"}, {6, "totalNumCached"}, {7, "firstStartTimeMillis"}, {8, "lastStopTimeMillis"}, {9, "totalRunDurationMillis"}, {10, "runCount"}, {11, "shardCount"}, {12, "totalRunDuration"}, {13, "firstStartTime"}, {14, "lastStopTime"}, {15, "attemptCount"}}
	finishedSchema        = []field{{1, "overallSuccess"}, {2, "finishTimeMillis"}, {3, "exitCode"}, {5, "finishTime"}, {6, "failureDetail"}}
	exitCodeSchema        = []field{{1, "name"}, {2, "code"}}
	fetchSchema           = []field{{1, "success"}}
	toolLogsSchema        = []field{{1, "log"}}
	symlinksSchema        = []field{{1, "convenienceSymlinks"}}
	symlinkSchema         = []field{{1, "path"}, {2, "action"}, {3, "target"}}
	metricsSchema         = []field{{1, "actionSummary"}, {2, "memoryMetrics"}, {3, "targetMetrics"}, {4, "packageMetrics"}, {5, "timingMetrics"}, {7, "artifactMetrics"}}
	actionSummarySchema   = []field{{1, "actionsCreated"}, {2, "actionsExecuted"}, {4, "actionData"}, {5, "remoteCacheHits"}, {6, "runnerCount"}, {7, "actionCacheStatistics"}}
	actionDataSchema      = []field{{1, "mnemonic"}, {2, "actionsExecuted"}, {3, "firstStartedMs"}, {4, "lastEndedMs"}, {5, "systemTime"}, {6, "userTime"}}
	runnerSchema          = []field{{1, "name"}, {2, "count"}, {3, "execKind"}}
	actionCacheSchema     = []field{{3, "hits"}, {4, "misses"}}
	memorySchema          = []field{{1, "usedHeapSizePostBuild"}, {2, "peakPostGcHeapSize"}}
	targetMetricsSchema   = []field{{2, "targetsConfigured"}}
	packageMetricsSchema  = []field{{1, "packagesLoaded"}}
	timingSchema          = []field{{1, "cpuTimeInMs"}, {2, "wallTimeInMs"}, {3, "analysisPhaseTimeInMs"}, {4, "executionPhaseTimeInMs"}}
	artifactMetricsSchema = []field{{3, "outputArtifactsSeen"}, {4, "outputArtifactsFromActionCache"}}
	filesMetricSchema     = []field{{1, "sizeInBytes"}, {2, "count"}}
)

// Kinds of event ids.
const (
	idProgress          = 2
	idStarted           = 3
	idPattern           = 4
	idCompleted         = 5
	idAction            = 6
	idTestSummary       = 7
	idTestResult        = 8
	idFinished          = 9
	idPatternSkipped    = 10
	idNamedSet          = 13
	idConfiguration     = 15
	idConfigured        = 16
	idFetch             = 17
	idUnconfiguredLabel = 19
	idConfiguredLabel   = 21
	idTargetSummary     = 26
)

// Payloads of an event.
const (
	pProgress      = 3
	pAborted       = 4
	pStarted       = 5
	pExpanded      = 6
	pAction        = 7
	pCompleted     = 8
	pTestSummary   = 9
	pTestResult    = 10
	pUnstructured  = 12
	pOptions       = 13
	pFinished      = 14
	pNamedSet      = 15
	pConfiguration = 17
	pConfigured    = 18
	pFetch         = 21
	pStructured    = 22
	pToolLogs      = 23
	pMetrics       = 24
	pWorkspace     = 25
	pMetadata      = 26
	pSymlinks      = 27

	fEvent      = 5001
	fBazelEvent = 5002
)
